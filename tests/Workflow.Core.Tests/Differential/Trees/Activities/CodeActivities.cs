using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

internal sealed class PlainStep(Stage stage, Deed deed) : CodeActivity
{
    protected override void Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add(label);
        stage.Do(deed, label, context);
    }
}

/// <summary>Reads its out argument before it writes to it: the argument must not hold a value of an earlier run.</summary>
internal sealed class AddStep(Stage stage, Deed deed) : CodeActivity
{
    public InArgument<int> Left { get; set; } = new();

    public InArgument<int> Right { get; set; } = new();

    public OutArgument<int> Sum { get; set; } = new();

    protected override void Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} {Left.Get(context)} + {Right.Get(context)}, sum was {Sum.Get(context)}");
        Sum.Set(context, Left.Get(context) + Right.Get(context));
        stage.Do(deed, label, context, Left, Right, Sum);
        Sum.Set(context, Left.Get(context) + Right.Get(context));
        stage.Add($"{label} = {Sum.Get(context)}");
    }
}

internal sealed class BumpStep(Stage stage, Deed deed) : CodeActivity
{
    public InOutArgument<int> Amount { get; set; } = new();

    protected override void Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} {Amount.Get(context)}");
        Amount.Set(context, Amount.Get(context) + 1);
        stage.Do(deed, label, context, Amount);
        stage.Add($"{label} {Amount.Get(context)}");
    }
}

internal sealed class JoinStep(Stage stage, Deed deed) : CodeActivity<string>
{
    public InArgument<string> Text { get; set; } = new();

    public InArgument<int> Amount { get; set; } = new();

    public InOutArgument<string> Target { get; set; } = new();

    protected override string Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} '{Text.Get(context)}' {Amount.Get(context)} '{Target.Get(context)}' result was '{Result!.Get(context)}'");
        Target.Set(context, $"{Text.Get(context)}{Amount.Get(context)}");
        stage.Do(deed, label, context, Amount, Text, Target);
        return $"{Target.Get(context)}!";
    }
}

/// <summary>Logs a text that is evaluated in the enclosing scope.</summary>
internal sealed class NoteText(Stage stage) : CodeActivity
{
    public InArgument<string> Text { get; set; } = new();

    protected override void Execute(CodeActivityContext context) => stage.Add($"{DisplayName}#{context.ActivityInstanceId} {Text.Get(context)}");
}

internal sealed class CodeNumber(Stage stage, Deed deed) : CodeActivity<int>
{
    protected override int Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label}, result was {Result!.Get(context)}");
        stage.Do(deed, label, context, Result);
        return 3;
    }
}

internal sealed class ArgumentNumber(Stage stage, Deed deed) : CodeActivity<int>
{
    public InArgument<int> Inner { get; set; } = new();

    protected override int Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} {Inner.Get(context)}, result was {Result!.Get(context)}");
        stage.Do(deed, label, context, Inner, Result);
        return Inner.Get(context) + 1;
    }
}

internal sealed class OwnLocation(Stage stage, string label) : Location<int>
{
    private int _value;

    public override int Value
    {
        get
        {
            stage.Add($"{label} is read");
            return _value;
        }

        set
        {
            stage.Add($"{label} becomes {value}");
            _value = value;
        }
    }
}

internal sealed class CodePlace(Stage stage, Deed deed) : CodeActivity<Location<int>>
{
    protected override Location<int> Execute(CodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add(label);
        stage.Do(deed, label, context);
        return new OwnLocation(stage, label);
    }
}

/// <summary>A condition that counts its evaluations in a variable.</summary>
internal sealed class CodeCondition(Stage stage, ConditionSpec spec, bool first) : CodeActivity<bool>
{
    public InOutArgument<int> Count { get; set; } = new();

    protected override bool Execute(CodeActivityContext context)
    {
        int count = Count.Get(context) + 1;
        Count.Set(context, count);
        stage.Add($"{DisplayName}#{context.ActivityInstanceId} {count}, result was {Result!.Get(context)}");
        if (count == spec.CancelsAt)
        {
            stage.Running!.Cancel();
        }

        return count == spec.FailsAt ? throw new FaultA(DisplayName) : count <= spec.Times == first;
    }
}

internal sealed class Decision(Func<int, bool> decide) : CodeActivity<bool>
{
    public InArgument<int> Amount { get; set; } = new();

    protected override bool Execute(CodeActivityContext context) => decide(Amount.Get(context));
}

internal sealed class NumberText : CodeActivity<string>
{
    public InArgument<int> Amount { get; set; } = new();

    protected override string Execute(CodeActivityContext context) => $"number {Amount.Get(context)}";
}
