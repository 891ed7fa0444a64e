using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.12")]
[Rule("19")]
public sealed class AssignTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample()
    {
        Variable<int> variable = new("v");
        return Scope(variable, new Assign { To = new OutArgument<int>(variable), Value = new InArgument<int>(5) });
    }

    [Theory, Lanes]
    public void Value_SameType_IsWritten(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("5");
    }

    [Theory]
    [MemberData(nameof(Fitting))]
    public void Value_Convertible_IsConverted(OutArgument to, InArgument value, string type)
    {
        RunTyped(to, value);
        Log.AssertIs(type);
    }

    [Theory]
    [MemberData(nameof(Unfitting))]
    [Rule("12.4")]
    public void Value_NotConvertible_IsInvalid(OutArgument to, InArgument value, string names) =>
        Invalid.AssertRoot(new Assign { To = to, Value = value }, [.. names.Split('|')]);

    [Theory, Lanes]
    public void Value_Null_IsWrittenToReferenceAndNullable(Lane lane)
    {
        Variable<object?> reference = new("r", _ => "before");
        Variable<long?> nullable = new("n", _ => 7);
        Sequence root = new()
        {
            Variables = { reference, nullable },
            Activities =
            {
                new Assign { To = new OutArgument<object?>(reference), Value = new InArgument<string?>(_ => null) },
                new Assign { To = new OutArgument<long?>(nullable), Value = new InArgument<int?>(_ => null) },
                new Note(Log, context => $"{reference.Get(context) ?? "null"} {(nullable.Get(context) is null ? "null" : "a value")}"),
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("null null");
    }

    [Fact]
    [Rule("12.4")]
    public void Arguments_Missing_AreInvalidEach()
    {
        Invalid.AssertBelowARoot(new Assign(), "'To'", "'Value'");
        Invalid.AssertBelowARoot(new Assign { To = new OutArgument<int>(), Value = new InArgument<int>(1) }, "'To'");
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void To_IsLocatedBeforeWrite(Lane lane)
    {
        int[] array = [1, 2, 3];
        Assign assign = new() { To = new OutArgument<int>(_ => array[1]), Value = new InArgument<int>(_ => array[0] + 40) };
        Runner.Run(assign, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([1, 41, 3], array);
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Value_ExpressionThrows_WritesNothing(Lane lane)
    {
        Variable<int> variable = new("v", 3);
        Sequence root = Scope(variable, new TryCatch
        {
            Try = new Assign { To = new OutArgument<int>(variable), Value = new InArgument<int>(_ => throw _boom) },
            Catches = { new Catch<InvalidOperationException>() },
        });
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("3");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ValueWaits_WritesNothing(Lane lane)
    {
        Variable<int> variable = new("v", 3);
        Assign assign = new() { To = new OutArgument<int>(variable), Value = new InArgument<int>(new WaitFor<int>(Log, "value")) };
        Sequence root = Scope(variable, new CancellationScope { Body = assign, CancellationHandler = new Note(Log, context => $"{variable.Get(context)}") });
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("value waits", "value cancels", "3");
    }

    public static TheoryData<OutArgument, InArgument, string> Fitting() => new()
    {
        { new OutArgument<long>(), new InArgument<int>(1), "Int64" },
        { new OutArgument<double>(), new InArgument<byte>(1), "Double" },
        { new OutArgument<double>(), new InArgument<char>('a'), "Double" },
        { new OutArgument<decimal>(), new InArgument<ulong>(1), "Decimal" },
        { new OutArgument<int?>(), new InArgument<int>(1), "Int32" },
        { new OutArgument<long?>(), new InArgument<int>(1), "Int64" },
        { new OutArgument<object>(), new InArgument<int>(1), "Int32" },
        { new OutArgument<IComparable>(), new InArgument<string>("x"), "String" },
        { new OutArgument<Exception>(), new InArgument<TimeoutException>(_ => new TimeoutException()), "TimeoutException" },
    };

    public static TheoryData<OutArgument, InArgument, string> Unfitting() => new()
    {
        { new OutArgument<int>(), new InArgument<long>(1), "'System.Int64'|'System.Int32'" },
        { new OutArgument<string>(), new InArgument<int>(1), "'System.Int32'|'System.String'" },
        { new OutArgument<int>(), new InArgument<int?>(1), "cannot write" },
        { new OutArgument<TimeoutException>(), new InArgument<Exception>(_ => new TimeoutException()), "cannot write" },
        { new OutArgument<DayOfWeek>(), new InArgument<int>(1), "cannot write" },
        { new OutArgument<int>(), new InArgument<DayOfWeek>(DayOfWeek.Friday), "cannot write" },
        { new OutArgument<uint>(), new InArgument<int>(1), "cannot write" },
    };

    private Sequence Scope(Variable<int> variable, Activity activity) => new()
    {
        Variables = { variable },
        Activities = { activity, new Note(Log, context => $"{variable.Get(context)}") },
    };

    private void RunTyped(OutArgument to, InArgument value)
    {
        Variable target = Variable.Create("target", to.ArgumentType, VariableModifiers.None);
        OutArgument bound = (OutArgument)Activator.CreateInstance(to.GetType(), target)!;
        Sequence root = new()
        {
            Variables = { target },
            Activities = { new Assign { To = bound, Value = value }, new Note(Log, context => target.Get(context)!.GetType().Name) },
        };
        Runner.Run(root, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
    }
}
