using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>An activity whose implementation runs the delegate that its user supplies.</summary>
internal sealed class Template : Activity
{
    public Template() => Implementation = () => new InvokeAction<int> { Action = Body, Argument = new ArgumentValue<int>(nameof(Input)) };

    public InArgument<int> Input { get; set; } = new();

    public ActivityAction<int>? Body { get; set; }
}
