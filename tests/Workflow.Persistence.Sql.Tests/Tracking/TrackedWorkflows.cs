extern alias WorkflowLegacy;
using WorkflowLegacy::Workflow.Interop.Legacy.Activities;
using WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime;
using LegacyCode = WorkflowLegacy::Workflow.Interop.Legacy.Activities.CodeActivity;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>A workflow that tracks data, waits, and starts another workflow.</summary>
public class Ordering : SequentialWorkflowActivity
{
    private readonly int _amount = 12;

    public Ordering()
    {
        Name = "ordering";
        LegacyCode code = new("code");
        code.ExecuteCode += (_, _) => Send();
        Activities.Add(code);
        Activities.Add(new DelayActivity("delay") { TimeoutDuration = TimeSpan.FromDays(1) });
        Activities.Add(new InvokeWorkflowActivity("invoke") { TargetWorkflow = typeof(Shipping) });
    }

    public decimal Price => _amount * 1.5m;

    private void Send()
    {
        TrackData("price", Price);
        TrackData(new Unreadable());
        TrackData(new int[] { 1, 2 });
        TrackData("when", new DateTime(2026, 2, 3, 4, 5, 6, DateTimeKind.Utc));
        TrackData("long", new string('x', 2_000_000));
        TrackData(string.Empty);
        TrackData("0\0", "a\0b\ud800c\U0001F600");
    }

    private sealed class Unreadable
    {
        public override string ToString() => throw new FormatException("no");
    }
}

public sealed class Shipping : SequentialWorkflowActivity;

/// <summary>A workflow type with its own tracking profiles.</summary>
public sealed class Profiled : Ordering;

/// <summary>A workflow with two transaction scopes. The first fails and its fault is handled; the second completes.</summary>
public sealed class Scoped : SequentialWorkflowActivity
{
    public Scoped()
    {
        Name = "scoped";
        TransactionScopeActivity failing = new("failing");
        failing.Activities.Add(new LegacyCode("lost"));
        failing.Activities.Add(new ThrowActivity("throw") { Fault = new FormatException("broken") });
        SequenceActivity guarded = new("guarded");
        FaultHandlerActivity handler = new("handler") { FaultType = typeof(FormatException) };
        FaultHandlersActivity handlers = new("handlers");
        TransactionScopeActivity scope = new("scope");
        LegacyCode kept = new("kept");
        LegacyCode lost = (LegacyCode)failing.Activities[0];
        lost.ExecuteCode += OnCode;
        kept.ExecuteCode += OnCode;
        scope.Activities.Add(kept);
        handlers.Activities.Add(handler);
        guarded.Activities.Add(failing);
        guarded.Activities.Add(handlers);
        Activities.Add(guarded);
        Activities.Add(scope);
    }

    private void OnCode(object? sender, EventArgs e) => TrackData(((WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel.Activity)sender!).Name);
}

/// <summary>A workflow that tracks 1200 values and then waits.</summary>
public sealed class Looping : SequentialWorkflowActivity
{
    public Looping()
    {
        Name = "looping";
        LegacyCode code = new("code");
        code.ExecuteCode += (_, _) => Send();
        Activities.Add(code);
        Activities.Add(new DelayActivity("delay") { TimeoutDuration = TimeSpan.FromDays(1) });
    }

    private void Send()
    {
        for (int i = 0; i < 1200; i++)
        {
            TrackData(i);
        }
    }
}

/// <summary>A workflow that fails.</summary>
public sealed class Failing : SequentialWorkflowActivity
{
    public Failing()
    {
        Name = "failing";
        Activities.Add(new ThrowActivity("throw") { Fault = new FormatException("broken") });
    }
}

/// <summary>Pending work whose commit fails.</summary>
public sealed class Refusing : IPendingWork
{
    public bool MustCommit(System.Collections.ICollection items) => false;

    public void Commit(System.Transactions.Transaction transaction, System.Collections.ICollection items) => throw new FormatException("refused");

    public void Complete(bool succeeded, System.Collections.ICollection items)
    {
    }
}
