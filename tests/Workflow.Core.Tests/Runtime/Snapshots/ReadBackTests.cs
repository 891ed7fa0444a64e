using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// The first value of a type with a custom converter is read back while its instance is saved. The comparison visits more objects than are saved; the document
/// must not contain them.
/// </summary>
[Rule("7.5.4")]
public sealed class ReadBackTests
{
    private readonly Log _log = new();

    [Fact]
    public void Save_FirstValueWithConverter_OmitsComparedObjects() =>
        AssertComesBack(new Refusal(4), new JsonValueSerializer());

    [Fact]
    public void Save_FirstValueOfSerializer_OmitsComparedObjects() =>
        AssertComesBack(new Verdict(5), new VerdictSerializer());

    /// <summary>Saves twice. The second save compares nothing and has the same result.</summary>
    private void AssertComesBack<T>(T value, ValueSerializer serializer)
        where T : Answer
    {
        Variable<T> variable = new("answer", _ => value);
        Note look = new(_log, context => $"{variable.Get(context).Number} {ReferenceEquals(variable.Get(context).Cause, Answer.Unfit)}");
        Statements.Sequence root = new() { Variables = { variable }, Activities = { new Wait(_log, "first"), new Wait(_log, "second"), look } };
        Reloading running = new Reloading(root, Lane.Fast, new TypeRegistry().Add<T>("answer")) { Serializer = serializer }.Start();
        running.Reload();
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("first"));
        running.Reload(Lane.Slow);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("second"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal($"{value.Number} True", _log.Entries[^1]);
    }

    /// <summary>
    /// A class that is saved as a number. Its other members are shared objects, which a document contains only if a saved value refers to them.
    /// </summary>
    private abstract class Answer(int number)
    {
        public static readonly InvalidOperationException Unfit = new("unfit");

        private static readonly Bookmark Appeal = new("appeal");

        public int Number { get; } = number;

        public Exception Cause { get; } = Unfit;

        public Bookmark Next { get; } = Appeal;
    }

    [JsonConverter(typeof(RefusalConverter))]
    private sealed class Refusal(int number) : Answer(number);

    private sealed class RefusalConverter : JsonConverter<Refusal>
    {
        public override void Write(Utf8JsonWriter writer, Refusal value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Number);

        public override Refusal Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());
    }

    private sealed class Verdict(int number) : Answer(number);

    private sealed class VerdictSerializer : ValueSerializer
    {
        public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context) => writer.WriteNumberValue(((Verdict)value).Number);

        public override object Read(JsonElement value, Type type, ValueContext context) => new Verdict(value.GetInt32());
    }
}
