/// The way in for every executable, ours and an app team's own.
public enum Harness {
  /// Runs the command line of this process and exits.
  public static func main() {}
}
