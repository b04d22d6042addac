internal import InkReplay
internal import InkTap

/// What lies beside `bundle.json` and a state is made of, read and held against what that says.
///
/// A bundle comes from anywhere: nothing in it is a link, every part has a size that is looked at first, and
/// the log is taken apart before a process is given it.
package struct BundledFiles: Sendable {
  package let profile: CrashProfile
  package let state: CrashState
  let recording: CrashRecording
  package let model: CrashModel
  /// The store before, and the bytes of the log, as they lie in the bundle.
  let base: StoreImage
  let log: [UInt8]

  package init(of bundle: CrashBundle, in directory: String) throws(BundleError) {
    do throws(StoreImageError) {
      try Self.checkKinds(in: directory)
      base = try StoreImage(directory: CrashFiles.base(directory), atMost: StoreImage.foreignByteCountMax)
      log = try Platform.bytes(of: CrashFiles.log(directory), atMost: CrashRecorder.logBytesMax)
    } catch {
      throw BundleError("the bundle is not whole: \(error.description)", isUnreadable: true)
    }
    do throws(RecordingError) {
      recording = CrashRecording(base: base, entries: try Recording(log).entries())
    } catch {
      throw BundleError("'\(CrashFiles.log(directory))' can't be used: \(error.description)")
    }
    do throws(CrashModelError) {
      model = try CrashModel(base: recording.base, entries: recording.entries)
    } catch {
      throw BundleError("'\(CrashFiles.log(directory))' can't be used: \(error.description)")
    }
    do throws(CrashProfileError) {
      profile = try CrashProfile.read(directory + "/" + CrashBundle.profileName)
    } catch {
      guard case .unreadable = error else { throw BundleError(error.description) }
      throw BundleError(error.description, isUnreadable: true)
    }
    guard let state = bundle.crashState(under: profile) else {
      throw BundleError(
        "'\(directory)/\(CrashBundle.jsonName)' does not say what state it is; export it again")
    }
    self.state = state
  }

  /// Refuses a part that is not there, or not itself what it should be.
  private static func checkKinds(in directory: String) throws(StoreImageError) {
    guard try Platform.kind(of: CrashFiles.base(directory)) == .directory else {
      throw .unreadable(path: CrashFiles.base(directory), reason: "it is no directory of its own")
    }
    for name in [CrashBundle.profileName, CrashBundle.sessionName] {
      guard try Platform.kind(of: directory + "/" + name) == .file else {
        throw .unreadable(path: directory + "/" + name, reason: "it is no regular file")
      }
    }
  }
}

extension CrashBundle {
  /// What a bundle says that no bundle of ours does, as a clause; nil if nothing.
  var fault: String? {
    if logVersion != Int(Recording.version) {
      return "its log has version \(logVersion), and this program reads version \(Recording.version)"
    }
    guard acknowledgedStep >= 0, acknowledgedStep <= begunStep else {
      return "step \(acknowledgedStep) can't be acknowledged where step \(begunStep) was begun"
    }
    let versions = pages.flatMap { [$0.acknowledged, $0.begun] }
    return versions.contains { $0?.elements ?? 0 < 0 } ? "a page has a negative number of elements" : nil
  }

  /// The state that is meant; nil if its name, its digest, its steps or its profile are those of another.
  fileprivate func crashState(under profile: CrashProfile) -> CrashState? {
    guard let state = StateName.state(state), "\(state.digest)" == digest, profile.name == self.profile,
      state.progress == ReplayProgress(acknowledgedStep: acknowledgedStep, begunStep: begunStep),
      StateName(state, of: name, under: profile).id == id
    else { return nil }
    return state
  }
}
