internal import InkCommand
internal import InkStorage

/// `inkbench` with stores and codecs that break their promises, one each, so that tests can see each check
/// fail; and one behind an actor that breaks none.
@main enum BrokenBench {
  static func main() {
    Harness.main(
      backends: [
        ForgetfulStore.self, ReorderedStore.self, StuckPagesStore.self, SecondOpeningStore.self,
        EagerStore.self, DanglingStore.self, InPlaceStore.self, MappedStore.self, UnseenStore.self,
        DyingStore.self, ScarredStore.self, TrippingStore.self, FailingStore.self, CrampedStore.self,
        DoomedStore.self,
        BulkyStore.self,
        BareShelfStore.self, PlainInkStore.self, EmptyHandedStore.self, BreathlessStore.self,
        WedgedStore.self, SweepingStore.self, StaleCacheStore.self, MovedPageStore.self,
        UndoReorderStore.self,
        AsyncAdapter<HoppingStore>.self, SlumberingStore.self, PeepingStore.self, BareNotebookStore.self,
        SquattingStore.self, GrowingStore.self, MutableStore.self, FragileStore.self, StubbornStore.self,
        ComatoseStore.self, DrowsyStore.self, SluggishStore.self, HastyStore.self,
      ], codecs: [ShiftyCodec(name: "shifty", isHonest: true), ShiftyCodec(name: "lossy", isHonest: false)])
  }
}
