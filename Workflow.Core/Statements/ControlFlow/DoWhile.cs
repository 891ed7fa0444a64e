using System.Collections.ObjectModel;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Expressions;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs its body once, and again as long as a condition is true; the condition is evaluated after each pass.</summary>
/// <remarks>
/// A cancel request cancels the running child, and no further pass starts. The loop ends <see cref="ActivityInstanceState.Canceled"/>, even if the running body
/// closed (rule 3.6).
/// </remarks>
public sealed class DoWhile : NativeActivity, IDiagramSource
{
    private readonly CompletionCallback<bool> _onConditionCompleted;
    private readonly CompletionCallback _onBodyCompleted;
    private NonNullCollection<Variable>? _variables;

    /// <summary>Creates a loop without a condition; set <see cref="Condition"/>.</summary>
    public DoWhile()
    {
        _onConditionCompleted = OnConditionCompleted;
        _onBodyCompleted = OnBodyCompleted;
    }

    /// <summary>Creates a loop with a function as condition. Nothing is compiled at run time.</summary>
    /// <param name="condition">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public DoWhile(Func<ActivityContext, bool> condition)
        : this() => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a loop with an expression tree as condition, which is compiled once.</summary>
    /// <param name="condition">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public DoWhile(Expression<Func<ActivityContext, bool>> condition)
        : this() => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a loop with the result of an activity as condition.</summary>
    /// <param name="condition">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public DoWhile(Activity<bool> condition)
        : this()
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = condition;
    }

    /// <summary>
    /// The variables of the condition and the body, which keep their values between passes; empty by default, never null, null items are not allowed.
    /// </summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>The condition for another pass, which runs as a child after each pass. Null, the default, is a validation error.</summary>
    public Activity<bool>? Condition { get; set; }

    /// <summary>The activity to run in each pass. If null, the default, only the condition is evaluated repeatedly.</summary>
    public Activity? Body { get; set; }

    internal override ControlFlowProgram? Steps =>
        Condition is null ? null : new DoWhileSteps(Condition, Body, _onConditionCompleted, _onBodyCompleted);

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        if (Body is not null)
        {
            DiagramNode body = diagram.Add(Body);
            DiagramNode decision = diagram.AddDecision(nameof(Condition));
            diagram.Connect(body, decision);
            diagram.Connect(decision, body, "true");
        }
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        if (Condition is null)
        {
            metadata.AddValidationError($"'{DisplayName}' has no condition, so it could never end; set its Condition.");
        }

        metadata.AddChild(Condition);
        metadata.AddChild(Body);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => Pass(context);

    private void Pass(NativeActivityContext context)
    {
        if (Body is null)
        {
            Test(context);
        }
        else
        {
            context.ScheduleActivity(Body, _onBodyCompleted);
        }
    }

    private void Test(NativeActivityContext context) => context.ScheduleActivity(Condition!, _onConditionCompleted);

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => Test(context);

    private void OnConditionCompleted(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        if (result)
        {
            Pass(context);
        }
    }
}
