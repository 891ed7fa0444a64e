namespace Workflow.Packaging.Tests;

/// <summary>Runs the sample for native compilation as a managed program. The script .ci/run also compiles the sample to native code.</summary>
public sealed class NativeSampleTests
{
    [Fact]
    public async Task NativeSample_OnTheRuntime_SavesValuesWithContracts()
    {
        string folder = Path.Combine(PackedPackages.Root, "samples", "NativeAot", "bin", PackedPackages.Configuration, "net10.0");
        string output = await Sdk.RunAsync(folder, "NativeAot.dll");
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        Assert.Equal("2 parcels: 6.750", lines[5]);
        Assert.Equal("The workflow ended Closed.", lines[6]);
        Assert.Equal(
            [
                "timer: Closed", "state machine: waits", "state machine: Closed", "collections: waits", "collections: waits",
                "17 1 1 5 1970 two", "collections: Closed", "late", "failures: Closed", "committed", "transaction: Closed", "booked", "canceled",
                "compensation: Closed", "message: 42", "invoker: 2.750 False", "events: Started Completed"
            ],
            lines[8..25]);
        Assert.StartsWith("The workflow cannot be saved: ", lines[^1], StringComparison.Ordinal);
        Assert.Contains("'parcel'", lines[^1], StringComparison.Ordinal);
    }
}
