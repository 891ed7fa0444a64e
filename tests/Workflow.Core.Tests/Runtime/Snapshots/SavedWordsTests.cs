using System.Text;
using System.Text.Json;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Saved state exposes no internals of the engine: no numeric values of constants, no slots, and no sign of inline execution. The tests of the golden files and
/// of random workflows check that all lanes save the same state.
/// </summary>
[Rule("7.5.3")]
public sealed class SavedWordsTests
{
    private readonly Log _log = new();

    [Fact]
    public void Words_OfEachConstant_MatchFormat()
    {
        AssertWords(SavedEnumNames.FinalStates, new()
        {
            [ActivityInstanceState.Closed] = "closed",
            [ActivityInstanceState.Canceled] = "canceled",
            [ActivityInstanceState.Faulted] = "faulted",
        });
        AssertWords(SavedEnumNames.Preparation, new()
        {
            [InstanceStage.Created] = "notStarted",
            [InstanceStage.ResolvingArguments] = "arguments",
            [InstanceStage.ResolvingVariables] = "variables",
        });
        AssertWords(SavedEnumNames.Work, new()
        {
            [WorkKind.Execute] = "execute",
            [WorkKind.ResolveNext] = "resolveNext",
            [WorkKind.EvaluateNext] = "evaluateNext",
            [WorkKind.Complete] = "complete",
            [WorkKind.Evaluate] = "evaluate",
            [WorkKind.Fault] = "fault",
            [WorkKind.Cancel] = "cancel",
            [WorkKind.Resume] = "resume",
            [WorkKind.EndTransaction] = "endTransaction",
        });
        Assert.Equal(
            ["active", "canceled", "canceling", "compensated", "compensating", "completed", "confirmed", "confirming"],
            Enum.GetValues<CompensationState>().Select(CompensationStates.WordOf).Order(StringComparer.Ordinal));
        Assert.All(Enum.GetValues<CompensationState>(), state => Assert.Equal(state, CompensationStates.Parse(CompensationStates.WordOf(state))));
        Assert.Equal(["Leaving", "Looking", "Waiting"], Enum.GetNames<StatePhase>().Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("nothing")]
    [InlineData("0")]
    [InlineData("Closed")]
    public void TryParse_UnknownWord_Fails(string word) => Assert.False(SavedEnumNames.FinalStates.TryParse(word, out _));

    /// <summary>
    /// Without the name, the constant with the lowest value would be omitted as the default of its type. The numeric values are internal to the engine.
    /// </summary>
    [Fact]
    public void Save_Constant_WritesName()
    {
        Variable<ActivityInstanceState> lowest = new("lowest", ActivityInstanceState.Executing), other = new("other", ActivityInstanceState.Canceled);
        Sequence workflow = new()
        {
            Variables = { lowest, other },
            Activities = { new Wait(_log, "A"), new Note(_log, context => $"{lowest.Get(context)} {other.Get(context)}") }
        };
        Reloading running = new Reloading(workflow, Lane.Fast).Start();
        Assert.Contains("\"variables\":{\"lowest\":[\"Executing\"],\"other\":[\"Canceled\"]}", Forged.BodyOf(running.Save()), StringComparison.Ordinal);
        running.Reload().Resume("A");
        running.End();
        Assert.Equal("Executing Canceled", _log.Entries[^1]);
    }

    /// <summary>Slots are assigned in the order of declaration. The document contains the names.</summary>
    [Fact]
    public void Save_VariablesReordered_IsUnchanged()
    {
        string Saved(params string[] order)
        {
            Variable[] variables = [.. order.Select(name => name == "list" ? new Variable<object>(name) : (Variable)new Variable<string>(name))];
            Sequence workflow = new()
            {
                Activities =
                {
                    new Note(_log, context =>
                    {
                        foreach (Variable variable in variables)
                        {
                            variable.Set(context, variable.Name == "list" ? new List<int> { 1 } : $"of {variable.Name}");
                        }

                        return "set";
                    }),
                    new Wait(_log, "A"),
                },
            };
            variables.ToList().ForEach(workflow.Variables.Add);
            return Encoding.UTF8.GetString(new Reloading(workflow, Lane.Fast).Start().Save(new SnapshotState { InstanceId = Guid.Empty }));
        }

        string saved = Saved("a", "b", "list", "z");
        Assert.Equal(saved, Saved("z", "list", "b", "a"));
        Assert.Contains("\"a\":[\"of a\"]", saved, StringComparison.Ordinal);
    }

    [Fact]
    public void Save_VariablesWithSameNameOrNone_AreDistinguished()
    {
        Variable<int> named = new("current", 7), first = new() { Default = 1 }, second = new() { Default = 2 };
        Sequence workflow = new()
        {
            Variables = { named, first, second },
            Activities =
            {
                new Wait(_log, "A"),
                new Wait(_log, "B"),
                new Note(_log, context => $"{named.Get(context)} {first.Get(context)} {second.Get(context)}")
            },
        };
        Reloading running = new Reloading(workflow, Lane.Fast).Start();
        running.Resume("A");
        Assert.Contains("\"variables\":{\"#2\":[1],\"#3\":[2],\"current\":[7],\"current#4\":[1]}", Forged.BodyOf(running.Save()), StringComparison.Ordinal);
        running.Reload().Resume("B");
        running.End();
        Assert.Equal("7 1 2", _log.Entries[^1]);
    }

    /// <summary>
    /// Numbers in a document are ids, indexes of its objects, counts, positions in a list of the definition, or values of the application; none is the value of
    /// a constant or a slot.
    /// </summary>
    [Theory]
    [MemberData(nameof(GoldenFileTests.Names), MemberType = typeof(GoldenFileTests))]
    public void GoldenFile_HasNumbersInKnownMembersOnly(string name)
    {
        HashSet<string> known =
        [
            "workflow", "nextRecord", "lastInstance", "lastBookmark", "lastScope", "instance", "bookmark", "bookmarkScope", "sourceInstance",
            "root", "secondaryRoots", "afterRoot", "defaultScope", "scopes", "saves", "whenIdle", "is", "of", "in", "important", "unimportant", "on", "by",
            "handle", "source", "carrier", "exception", "children", "own", "outer", "delegateArguments", "inner", "inners", "owner", "result", "taken",
            "running", "racing", "winner",
        ];
        using JsonDocument document = JsonDocument.Parse(GoldenFileTests.Read(name));
        Assert.Subset(known, NumbersOf(document.RootElement, "document").ToHashSet());
    }

    [Theory]
    [InlineData("\"variables\":{\"current\":[1]}", "\"variables\":{\"current\":[0]}")]
    [InlineData("\"variables\":{\"current\":[1]}", "\"variables\":{\"current\":[7]}")]
    [InlineData(",\"onCompleted\":\"OnStepCompleted\"", "")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"isCancelRequested\":1,")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"preparation\":\"done\",")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"state\":\"Closed\",")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"nextArgument\":\"Text\",")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"computes\":\"Text\",")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"delegate\":\"1#1\",")]
    [InlineData("{\"instance\":3,", "{\"instance\":3,\"variables\":{\"current\":[0]},")]
    public void Load_InconsistentWords_IsRefusedInBothLanes(string from, string to)
    {
        Sequence workflow = new() { Activities = { new Wait(_log, "A"), new Wait(_log, "B"), new Wait(_log, "C") } };
        Reloading running = new Reloading(workflow, Lane.Fast).Start();
        running.Resume("A");
        string body = Forged.BodyOf(running.Save());
        Assert.Contains(from, body, StringComparison.Ordinal);
        byte[] forged = Forged.Sealed(body.Replace(from, to, StringComparison.Ordinal));
        Assert.All([Lane.Fast, Lane.Slow], lane => Assert.Throws<SnapshotException>(() => new Reloading(workflow, lane).Load(forged)));
    }

    private static void AssertWords<T>(EnumNames<T> words, Dictionary<T, string> expected)
        where T : struct, Enum
    {
        Assert.Equal(
            expected.OrderBy(pair => pair.Value, StringComparer.Ordinal).Select(pair => (pair.Key, pair.Value)),
            words.All.OrderBy(pair => pair.Word, StringComparer.Ordinal));
        foreach ((T constant, string word) in expected)
        {
            Assert.Equal(word, words.Of(constant));
            Assert.True(words.TryParse(word, out T read));
            Assert.Equal(constant, read);
        }
    }

    /// <summary>
    /// Returns the names of the members whose value is a number or a list with a number. Excludes encoded values, which belong to the application.
    /// </summary>
    private static IEnumerable<string> NumbersOf(JsonElement element, string name)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Number:
                return [name];
            case JsonValueKind.Object:
                // Excludes encoded values by name, and the locations to which arguments are bound.
                return element.EnumerateObject()
                    .Where(member => member.Name is not ("variables" or "arguments" or "inputs" or "participants" or "bound" or "data" or "members"))
                    .SelectMany(member => NumbersOf(member.Value, member.Name));
            case JsonValueKind.Array when !IsCell(element):
                return element.EnumerateArray().SelectMany(item => NumbersOf(item, name));
            default:
                return [];
        }
    }

    private static bool IsCell(JsonElement list) => list.GetArrayLength() is 2 or 3 && list[1].ValueKind == JsonValueKind.String;
}
