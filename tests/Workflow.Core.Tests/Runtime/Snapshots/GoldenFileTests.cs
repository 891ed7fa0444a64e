using System.Text;
using System.Text.RegularExpressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.Snapshots;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Documents of every released format, which each version must be able to read. WORKFLOW_GOLDEN=1 rewrites the files of the current format. If the format
/// changes, keep the files, increment the version number of the format, and write the new files to another folder.
/// </summary>
[Rule("7.5.3")]
public sealed partial class GoldenFileTests
{
    private static readonly Guid Id = new("01234567-89ab-cdef-0123-456789abcdef");

    private readonly Log _log = new();

    public static TheoryData<string> Names => [.. new GoldenDefinitions(new Log()).All().Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Load_GoldenFile_ContinuesLikeInstance(string name)
    {
        GoldenDefinitions.Case golden = new GoldenDefinitions(_log).All()[name];
        Reloading running = Start(golden, name, Lane.Fast);
        if (Environment.GetEnvironmentVariable("WORKFLOW_GOLDEN") == "1")
        {
            File.WriteAllBytes(PathOf(name), Normalize(Save(running)));
        }

        _log.Clear();
        golden.After(running);
        Ended expected = running.End();
        string[] entries = _log.Entries;
        _log.Clear();
        Reloading loaded = new Reloading(golden.Workflow, Lane.Fast, inputs: InputsOf(name))
        {
            SavesInTransactions = name == "committing"
        }.Load(File.ReadAllBytes(PathOf(name)));
        golden.After(loaded);
        Ended ended = loaded.End();
        Assert.Equal((expected.Outcome, expected.State), (ended.Outcome, ended.State));
        Assert.Equal(expected.Outputs, ended.Outputs);
        _log.AssertIs(entries);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Save_InBothLanes_EqualsGoldenFile(string name)
    {
        GoldenDefinitions.Case golden = new GoldenDefinitions(_log).All()[name];
        string file = Encoding.UTF8.GetString(Read(name));
        Assert.Equal(file, Encoding.UTF8.GetString(Normalize(Save(Start(golden, name, Lane.Fast)))));
        Assert.Equal(file, Encoding.UTF8.GetString(Normalize(Save(Start(golden, name, Lane.Slow)))));
    }

    /// <summary>A document contains the complete state of an instance.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Save_AfterLoad_EqualsGoldenFile(string name)
    {
        string file = Encoding.UTF8.GetString(Read(name));
        if (file.Contains("\"queue\":", StringComparison.Ordinal))
        {
            // An instance with queued items continues as soon as it is loaded.
            return;
        }

        GoldenDefinitions.Case golden = new GoldenDefinitions(_log).All()[name];
        Assert.Equal(file, Encoding.UTF8.GetString(Normalize(Save(new Reloading(golden.Workflow, Lane.Fast).Load(Read(name))))));
        Assert.Equal(file, Encoding.UTF8.GetString(Normalize(Save(new Reloading(golden.Workflow, Lane.Slow).Load(Read(name))))));
    }

    private static Reloading Start(GoldenDefinitions.Case golden, string name, Lane lane)
    {
        Reloading running = new Reloading(golden.Workflow, lane, inputs: InputsOf(name)) { SavesInTransactions = name == "committing" }.Start();
        golden.Before(running);
        return running;
    }

    private static Dictionary<string, object?>? InputsOf(string name) => name == "inputs" ? new Dictionary<string, object?> { ["Amount"] = 7 } : null;

    private static byte[] Save(Reloading running) => running.Save(new SnapshotState { InstanceId = Id });

    /// <summary>Replaces stack traces, which contain the path of the build.</summary>
    private static byte[] Normalize(byte[] data)
    {
        string text = Trace().Replace(Encoding.UTF8.GetString(data), "\"stack\":\"   at Somewhere\"");
        return SnapshotChecksum.Append(Encoding.UTF8.GetBytes(text[..text.LastIndexOf(",\"checksum\"", StringComparison.Ordinal)] + "}"));
    }

    internal static byte[] Read(string name) => File.ReadAllBytes(PathOf(name));

    private static string PathOf(string name) => Checkout.PathOf($"tests/Workflow.Core.Tests/Runtime/Snapshots/Golden/1-{name}.json");

    [GeneratedRegex("\"stack\":\"[^\"]*\"", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Trace();
}
