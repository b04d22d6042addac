package import InkModel

extension [FileRolePattern] {
  /// The role of a file by its path below the store; nil if no rule knows such a name.
  package func role(of path: String) -> FileRole? {
    let path = "/" + path
    return first { rule in
      switch rule.place {
      case .suffix: path.hasSuffix(rule.text)
      case .anywhere: path.contains(rule.text)
      }
    }?.role
  }
}
