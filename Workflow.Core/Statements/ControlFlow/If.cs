using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Statements;

/// <summary>Runs one of two activities, depending on a condition.</summary>
/// <remarks>A cancel request cancels the running branch, and the activity ends with the state of that branch (rule 3.6).</remarks>
public sealed class If : NativeActivity, IDiagramSource
{
    /// <summary>Creates a choice without a condition; set <see cref="Condition"/>.</summary>
    public If()
    {
    }

    /// <summary>Creates a choice with a function as condition. Nothing is compiled at run time.</summary>
    /// <param name="condition">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public If(Func<ActivityContext, bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = new InArgument<bool>(condition);
    }

    /// <summary>Creates a choice with an expression tree as condition, which is compiled once.</summary>
    /// <param name="condition">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public If(Expression<Func<ActivityContext, bool>> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = new InArgument<bool>(condition);
    }

    /// <summary>Creates a choice with the result of an activity as condition.</summary>
    /// <param name="condition">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public If(Activity<bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = new InArgument<bool>(condition);
    }

    /// <summary>Creates a choice with an argument as condition.</summary>
    /// <param name="condition">The argument.</param>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public If(InArgument<bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = condition;
    }

    /// <summary>The condition; required. It is evaluated once, before a branch runs.</summary>
    [RequiredArgument]
    public InArgument<bool> Condition { get; set; } = null!;

    /// <summary>The activity to run when the condition is true; null, the default, if there is none.</summary>
    public Activity? Then { get; set; }

    /// <summary>The activity to run when the condition is false; null, the default, if there is none.</summary>
    public Activity? Else { get; set; }

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        DiagramNode decision = diagram.AddDecision(nameof(Condition));
        if (Then is not null)
        {
            diagram.Connect(decision, diagram.Add(Then), "true");
        }

        if (Else is not null)
        {
            diagram.Connect(decision, diagram.Add(Else), "false");
        }
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument condition = new(nameof(Condition), typeof(bool), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Condition, condition);
        metadata.AddArgument(condition);
        metadata.AddChild(Then);
        metadata.AddChild(Else);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        Activity? branch = Condition.Get(context) ? Then : Else;
        if (branch is not null)
        {
            context.ScheduleActivity(branch);
        }
    }
}
