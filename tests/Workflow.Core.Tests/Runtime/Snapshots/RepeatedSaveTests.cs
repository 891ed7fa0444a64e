using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Saves and loads on one thread reuse the same tables. No data may leak from one operation into the next.</summary>
[Rule("7.5.4")]
public sealed class RepeatedSaveTests
{
    private readonly Log _log = new();

    /// <summary>Saves small instances, then one whose tables are too large to be reused, and then the small instances again.</summary>
    [Fact]
    public void Save_AfterOthersOnThread_IsUnchanged()
    {
        Reloading[] small = [Start("first"), Start("second")], large = [.. small, Start([.. Enumerable.Range(0, 400).Select(number => $"wait {number}")])];
        byte[][] before = Array.ConvertAll(small, instance => instance.Save());
        Array.ForEach(large, instance => instance.Save());
        Assert.Equal(before, Array.ConvertAll(small, instance => instance.Save()));
    }

    [Fact]
    public void Save_AfterFailedSave_IsUnchanged()
    {
        Reloading good = Start("go"), bad = StartWith(() => throw new InvalidOperationException("not now"));
        byte[] before = good.Save();
        Assert.Throws<SnapshotException>(() => bad.Save());
        Assert.Equal(before, good.Save());
    }

    /// <summary>A converter of the application may save another instance during a save.</summary>
    [Fact]
    public void Save_InsideSave_AffectsNeither()
    {
        Reloading inner = Start("inner");
        byte[] alone = inner.Save(), inside = [];
        Reloading outer = StartWith(() => inside = inner.Save());
        outer.Reload();
        Assert.Equal(alone, inside);
        Assert.Equal(BookmarkResumptionResult.Success, outer.Resume("outer"));
        outer.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Load_AfterRefusedLoad_Succeeds()
    {
        Reloading good = Start("go"), bad = Start("stop");
        byte[] saved = bad.Save();
        saved[^20] ^= 1;
        Assert.Throws<SnapshotException>(() => bad.Load(saved));
        good.Reload().Reload();
        Assert.Equal(BookmarkResumptionResult.Success, good.Resume("go"));
        good.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    private Reloading Start(params string[] names)
    {
        Parallel root = new();
        Array.ForEach(names, name => root.Branches.Add(new Wait(_log, name)));
        return new Reloading(root, Lane.Fast).Start();
    }

    private Reloading StartWith(Action whenWritten)
    {
        Variable<Noisy> variable = new("value", _ => new Noisy());
        Sequence root = new() { Variables = { variable }, Activities = { new Wait(_log, "outer") } };
        JsonSerializerOptions options = new() { Converters = { new NoisyConverter(whenWritten) } };
        return new Reloading(root, Lane.Fast, new TypeRegistry().Add<Noisy>("noisy")) { Serializer = new JsonValueSerializer(options) }.Start();
    }

    private sealed class Noisy;

    private sealed class NoisyConverter(Action whenWritten) : JsonConverter<Noisy>
    {
        public override Noisy Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new();

        public override void Write(Utf8JsonWriter writer, Noisy value, JsonSerializerOptions options)
        {
            whenWritten();
            writer.WriteNumberValue(1);
        }
    }
}
