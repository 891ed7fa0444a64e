using Workflow.Expressions;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>A number that is in scope at some point of a tree, and the ways to read, write and reference it.</summary>
internal abstract class Place
{
    public abstract Activity<int> Read();

    public abstract Activity<Location<int>> Refer();

    public abstract int Get(ActivityContext context);

    public abstract void Set(ActivityContext context, int value);

    public abstract Location<int>? Locate(ActivityContext context);
}

internal sealed class VariablePlace(Variable<int> variable) : Place
{
    public override Activity<int> Read() => new VariableValue<int>(variable);

    public override Activity<Location<int>> Refer() => new VariableReference<int>(variable);

    public override int Get(ActivityContext context) => variable.Get(context);

    public override void Set(ActivityContext context, int value) => variable.Set(context, value);

    public override Location<int>? Locate(ActivityContext context) => variable.GetLocation(context);
}

internal sealed class DelegateInPlace(DelegateInArgument<int> argument) : Place
{
    public override Activity<int> Read() => new DelegateArgumentValue<int>(argument);

    public override Activity<Location<int>> Refer() => new DelegateArgumentReference<int>(argument);

    public override int Get(ActivityContext context) => argument.Get(context);

    public override void Set(ActivityContext context, int value) => argument.Set(context, value);

    public override Location<int>? Locate(ActivityContext context) => context.GetLocation<int>(argument);
}

internal sealed class DelegateOutPlace(DelegateOutArgument<int> argument) : Place
{
    public override Activity<int> Read() => new DelegateArgumentValue<int>(argument);

    public override Activity<Location<int>> Refer() => new DelegateArgumentReference<int>(argument);

    public override int Get(ActivityContext context) => argument.Get(context);

    public override void Set(ActivityContext context, int value) => argument.Set(context, value);

    public override Location<int>? Locate(ActivityContext context) => argument.GetLocation(context);
}

/// <summary>An in argument of the composite activity whose implementation contains the user of the number.</summary>
internal sealed class InArgumentPlace(string name, Func<InArgument<int>> argument) : Place
{
    public override Activity<int> Read() => new ArgumentValue<int>(name);

    public override Activity<Location<int>> Refer() => new ArgumentReference<int>(name);

    public override int Get(ActivityContext context) => argument().Get(context);

    public override void Set(ActivityContext context, int value) => argument().Set(context, value);

    public override Location<int>? Locate(ActivityContext context) => (Location<int>)argument().GetLocation(context);
}

/// <summary>An out argument of the composite activity whose implementation contains the user of the number.</summary>
internal sealed class OutArgumentPlace(string name, Func<OutArgument<int>> argument) : Place
{
    public override Activity<int> Read() => new ArgumentValue<int>(name);

    public override Activity<Location<int>> Refer() => new ArgumentReference<int>(name);

    public override int Get(ActivityContext context) => argument().Get(context);

    public override void Set(ActivityContext context, int value) => argument().Set(context, value);

    public override Location<int>? Locate(ActivityContext context) => argument().GetLocation(context);
}
