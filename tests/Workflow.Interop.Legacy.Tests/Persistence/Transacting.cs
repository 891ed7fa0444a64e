using System.Transactions;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>A workflow with the activities of a test. Each construction of the workflow creates new activities.</summary>
public sealed class Transacting : SequentialWorkflowActivity
{
    // Asynchronous local state: after an await, the test continues on another thread, and a rollback constructs the workflow again on that thread.
    private static readonly AsyncLocal<Func<Transacting, Activity[]>?> Builder = new();

    public Transacting()
    {
        Name = "transacting";
        this.With(Build!(this));
    }

    public static Func<Transacting, Activity[]>? Build
    {
        get => Builder.Value;
        set => Builder.Value = value;
    }

    /// <summary>A property for values that cannot be saved.</summary>
    public object? UserObject { get; set; }

    public string Steps { get; set; } = string.Empty;

    public static TransactionScopeActivity Scope(string name, params Activity[] children) => new TransactionScopeActivity(name).With(children);

    public static CompensatableTransactionScopeActivity Undoable(string name, params Activity[] children) =>
        new CompensatableTransactionScopeActivity(name).With(children);

    /// <summary>Creates a step that appends its name, in upper case if the step runs in a transaction.</summary>
    public CodeActivity Step(string name) => Code(name, (_, _) => Steps += Transaction.Current is null ? name : name.ToUpperInvariant());
}

/// <summary>Executes its child, and cancels the child before it begins.</summary>
public sealed class Canceling : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        ((ActivityExecutionContext)sender).CloseActivity();

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Activity child = EnabledActivities[0];
        child.RegisterForStatusChange(ClosedEvent, this);
        executionContext.ExecuteActivity(child);
        executionContext.CancelActivity(child);
        return ActivityExecutionStatus.Executing;
    }
}
