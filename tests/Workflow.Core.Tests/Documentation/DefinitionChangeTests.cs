using System.Text.RegularExpressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using New = Workflow.Core.Tests.Documentation.ChangedDefinitions;
using Old = Workflow.Core.Tests.Documentation.SavedDefinitions;

namespace Workflow.Core.Tests.Documentation;

/// <summary>Proves the table of persistence.md about changed definitions: for each row, a waiting instance is loaded with a changed definition.</summary>
[Rule("7.5.3")]
public sealed partial class DefinitionChangeTests
{
    private const string Remedy = "; register the change as the next version of the definition, and keep the one with which the instance was started.";

    private static readonly string Page = File.ReadAllText(Checkout.PathOf("docs/host/persistence.md"));

    private static readonly Dictionary<string, Change> Continues = new()
    {
        ["another name, namespace or base class of an activity class"] = new(new Old.Approve(), new New.ApproveOrder()),
        ["another namespace or declaring class of the type of a variable or argument"] = new(
            Holding(new Old.Order { Number = 7 }),
            Holding(new New.Order { Number = 7 })),
        ["another name of such a type whose alias in the `TypeRegistry` stays"] = new(
            Holding(new Old.Order { Number = 7 }),
            Holding(new New.Purchase { Number = 7 }),
            new TypeRegistry().Add<Old.Order>("order"),
            new TypeRegistry().Add<New.Purchase>("order")),
        ["a new alias for a type that had none"] = new(
            Holding(new Old.Order { Number = 7 }),
            Holding(new Old.Order { Number = 7 }),
            null,
            new TypeRegistry().Add<Old.Order>("order")),
        ["another namespace of the elements of a `ForEach`"] = new(Looping([new Old.Order()]), Looping([new New.Order()])),
        ["another name of a handle class whose alias stays"] = new(
            Scoped<Old.Permit>(), Scoped<New.Allowance>(), new TypeRegistry().Add<Old.Permit>("permit"), new TypeRegistry().Add<New.Allowance>("permit")),
        ["other display names, constants, conditions and lambdas"] = new(
            new Sequence { Activities = { new WriteLine { Text = "a" }, new Old.Approve() } },
            new Sequence { DisplayName = "Order", Activities = { new WriteLine { Text = new(_ => "b") }, new Old.Approve() } }),
        ["a new optional argument of an activity, if the definition does not give it a value"] = new(new Old.Approve(), new New.ApproveWithReason()),
        ["a new variable that has a name and no default"] = new(
            new Sequence { Activities = { new Old.Approve() } },
            new Sequence { Variables = { new Variable<int>("later") }, Activities = { new Old.Approve() } }),
        ["another `CodeActivity` at the place of one"] = new(
            new Sequence { Activities = { new Old.Approve(), new WriteLine { Text = "a" } } },
            new Sequence { Activities = { new Old.Approve(), new New.Report { Title = "a" } } }),
        ["changes inside an activity that does not run, if the ids of those that run stay"] = new(
            new Sequence { Activities = { new Sequence { Activities = { new New.Report() } }, new Old.Approve() } },
            new Sequence { Activities = { new Sequence { Activities = { new New.Report(), new New.Report() } }, new Old.Approve() } }),
        ["another name of a bookmark; the instance keeps waiting at the old one"] = new(new Old.Approve(), new New.ApproveElsewhere()),
        ["a callback that moves to a base class"] = new(new Old.Approve(), new New.ApproveByBase()),
        ["a callback that is a lambda or a local function, if other methods are added"] = new(
            new Parallel { Branches = { new Old.Inline(), new Old.Nested() } }, new Parallel { Branches = { new New.Inline(), new New.Nested() } }),
    };

    private static readonly Dictionary<string, Change> Refused = new()
    {
        ["another type or direction of a variable or argument"] = new(Counting<int>(), Counting<long>())
        {
            Problem = "the variable 'count' of 'Sequence' (1) was 'int' and is 'long'"
        },
        ["another name of such a type, without an alias"] = new(
            Holding(new Old.Order { Number = 7 }), Holding(new New.Purchase { Number = 7 }))
        {
            Problem = "the variable 'order' of 'Sequence' (1) was 'Order' and is 'Purchase'",
        },
        ["a variable or argument that is removed or renamed"] = new(
            Counting<int>(), new Sequence { Activities = { new Old.Approve() } })
        {
            Problem = "the variable 'count' of 'Sequence' (1) was removed or renamed",
        },
        ["a new variable with a default, or without a name"] = new(
            new Sequence { Activities = { new Old.Approve() } },
            new Sequence { Variables = { new Variable<int>("later", 5) }, Activities = { new Old.Approve() } })
        {
            Problem = "the variable 'later' of 'Sequence' (1) was added, and a saved instance has no value for it",
        },
        ["a new required argument"] = new(new Old.Approve(), new New.ApproveWithTitle { Title = new(_ => "a") })
        {
            Problem = "the argument 'Title' of 'ApproveWithTitle' (1) was added, and a saved instance has no value for it"
        },
        ["an activity of another kind at the place of one that runs"] = new(
            new Sequence { Activities = { new Old.Approve() } }, new Sequence { Activities = { new Delay { Duration = TimeSpan.FromDays(1) } } })
        {
            Problem = "'Delay' (2) was an activity of kind 'native' and is one of kind 'Delay'",
        },
        ["another type of the values of a `ForEach`"] = new(Looping([1]), Looping([1L])) { Problem = "'ForEach<Int64>' (1) was " },
        ["a child that is added to an activity that runs, or removed from it"] = new(
            new Sequence { Activities = { new Old.Approve() } }, new Sequence { Activities = { new New.Report(), new Old.Approve() } })
        {
            Problem = "'Sequence' (1) had 1 children and expressions and has 2",
        },
        ["changes that give an activity that runs another id"] = new(
            new Sequence { Activities = { new Old.Approve(), new Sequence() } },
            new Sequence { Activities = { new Old.Approve(), new Sequence { Activities = { new New.Report() } } } })
        {
            Problem = "(",
        },
        ["another name or signature of a callback at which an instance waits"] = new(new Old.Approve(), new New.ApproveByOtherMethod())
        {
            Problem = "'callback' is 'OnDecided', which is not a method of 'ApproveByOtherMethod' (1)",
            IsOfCallback = true,
        },
        ["another number of lambdas in the method whose lambda is a callback"] = new(new Old.Inline(), new New.InlineTwice())
        {
            Problem = "'callback' is '<Execute>b__1 of 1', which is not a method of 'InlineTwice' (1)",
            IsOfCallback = true,
        },
    };

    public static TheoryData<string> RowsThatContinue => [.. Continues.Keys];

    public static TheoryData<string> RowsThatAreRefused => [.. Refused.Keys];

    [Fact]
    public void Table_OfThePage_ListsTheTestedChanges()
    {
        string[] rows = [.. Row().Matches(Page).Select(match => $"{match.Groups[1].Value}: {match.Groups[2].Value}")];
        Assert.Equal(rows, Continues.Keys.Select(row => $"{row}: continues").Concat(Refused.Keys.Select(row => $"{row}: refused")));
    }

    [Theory]
    [MemberData(nameof(RowsThatContinue))]
    public void Load_OfAHarmlessChange_Continues(string row)
    {
        Change change = Continues[row];
        Reloading loaded = new Reloading(change.After, Lane.Fast, change.TypesAfter).Load(change.Save());
        while (loaded.IsIdle)
        {
            loaded.Resume(loaded.Bookmarks[0].BookmarkName, "yes");
        }

        loaded.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory]
    [MemberData(nameof(RowsThatAreRefused))]
    public void Load_OfAnotherChange_NamesTheActivityAndTheRemedy(string row)
    {
        Change change = Refused[row];
        SnapshotException refused = Assert.Throws<SnapshotException>(() => new Reloading(change.After, Lane.Fast, change.TypesAfter).Load(change.Save()));
        Assert.Contains(change.Problem, refused.Message, StringComparison.Ordinal);
        Assert.EndsWith(change.IsOfCallback ? "keep the one with which the instance was started." : Remedy, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_OfAMovedTypeInAVariableOfObject_IsReadAsThatType()
    {
        object? read = null;
        byte[] saved = new Reloading(Untyped<Old.Order>(new Old.Order { Number = 7 }, _ => { }), Lane.Fast).Start().Save();
        Reloading loaded = new Reloading(Untyped<New.Order>(new New.Order(), value => read = value), Lane.Fast).Load(saved);
        loaded.Resume("decide", "yes");
        loaded.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(7, Assert.IsType<New.Order>(read).Number);
    }

    private static Sequence Untyped<T>(object order, Action<object?> look)
    {
        Variable<object> held = new("held", _ => order);
        return new()
        {
            Variables = { held, new Variable<T>("order") },
            Activities = { new Old.Approve(), new New.Report { Title = new(context => Look(held.Get(context))) } }
        };

        string Look(object? value)
        {
            look(value);
            return string.Empty;
        }
    }

    private static Sequence Holding<T>(T order)
        where T : class
    {
        Variable<T> variable = new("order", _ => order);
        return new() { Variables = { variable }, Activities = { new Old.Approve() } };
    }

    private static Sequence Counting<T>() => new() { Variables = { new Variable<T>("count") }, Activities = { new Old.Approve() } };

    private static ForEach<T> Looping<T>(T[] values) =>
        new()
        {
            Values = new InArgument<IEnumerable<T>>(_ => values),
            Body = new ActivityAction<T> { Argument = new DelegateInArgument<T>("value"), Handler = new Old.Approve() }
        };

    private static HandleScope<T> Scoped<T>()
        where T : Handle, new() => new() { Body = new New.ApproveWithHandle<T>() };

    [GeneratedRegex("^\\| ([^|]+) \\| (continues|refused) \\|", RegexOptions.Multiline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Row();

    /// <summary>A definition at the time when an instance was saved, and at the time when the instance is loaded.</summary>
    private sealed record Change(Activity Before, Activity After, TypeRegistry? TypesBefore = null, TypeRegistry? TypesAfter = null)
    {
        public string Problem { get; init; } = string.Empty;

        public bool IsOfCallback { get; init; }

        public byte[] Save() => new Reloading(Before, Lane.Fast, TypesBefore).Start().Save();
    }
}
