internal import InkModel

extension ByteBuffer {
  /// Appends a session's header line.
  mutating func append(headerOf session: borrowing Session) {
    let version = SessionVersion(needsOf: session)
    append("{\"schema\":")
    append(jsonString: version.schemaName)
    append(",\"name\":")
    append(jsonString: session.name)
    append(",\"origin\":")
    append(origin: session.origin)
    append(",\"times\":\"\(session.times.rawValue)\",\"seed\":\"\(session.seed)\"")
    append(",\"digest\":\"\(session.fileDigest())\",\"policy\":")
    append(policy: session.policy)
    append(",\"document\":")
    append(document: session.base.document)
    append(",\"assets\":[")
    for (index, asset) in session.base.assets.enumerated() {
      if index > 0 { append(",") }
      append("{\"id\":\"\(asset.id.name)\",\"byteCount\":\(asset.byteCount)}")
    }
    append("],\"base\":")
    switch session.base.origin {
    case .inline: append("{\"inline\":true}")
    case .workload(let json):
      append("{\"workload\":")
      append(jsonString: json)
      append("}")
    }
    append(",\"eventCount\":\(session.events.count)")
    if version == .two {
      append(",\"shapes\":\"\(session.shapes.rawValue)\",\"saveCount\":\(session.recordedSaves.count)")
      append(",\"droppedEventCount\":\(session.droppedEventCount)")
    }
    append("}\n")
  }

  private mutating func append(origin: SessionOrigin) {
    switch origin {
    case .simulated(let workload):
      append("{\"kind\":\"simulated\",\"workload\":")
      append(jsonString: workload)
    case .imported(let format, let file):
      append("{\"kind\":\"imported\",\"format\":")
      append(jsonString: format)
      append(",\"file\":")
      append(jsonString: file)
    case .recorded(let app):
      append("{\"kind\":\"recorded\",\"app\":")
      append(jsonString: app)
    }
    append("}")
  }

  private mutating func append(policy: SavePolicy) {
    append("{\"trigger\":\"\(policy.trigger.rawValue)\",\"delayMilliseconds\":\(policy.delayMilliseconds)")
    if let wait = policy.maxWaitMilliseconds { append(",\"maxWaitMilliseconds\":\(wait)") }
    append("}")
  }

  private mutating func append(document: borrowing DocumentInfo) {
    append("{\"id\":\"\(document.id.name)\",\"title\":")
    append(jsonString: document.title)
    append(",\"pages\":[")
    for (index, page) in document.pages.enumerated() {
      if index > 0 { append(",") }
      append("{\"id\":\"\(page.id.name)\"")
      append(sizeOf: page)
      append("}")
    }
    append("]}")
  }

  /// Appends the keys that describe a page, each after a comma.
  mutating func append(sizeOf page: PageInfo) {
    append(",\"width\":\(page.canvas.width),\"height\":\(page.canvas.height)")
    append(",\"createdMilliseconds\":\(page.createdMilliseconds)")
  }
}
