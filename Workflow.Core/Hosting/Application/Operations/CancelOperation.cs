using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Asks the root to cancel (rule 6.4).</summary>
internal sealed class CancelOperation(CancellationToken cancellationToken) : AnsweredOperation<bool>(cancellationToken)
{
    protected override ValueTask PerformInTimeAsync(ApplicationInstance instance)
    {
        SpanTrail.Pass(this, instance);
        instance.CancelRun();
        Succeed(true);
        return ValueTask.CompletedTask;
    }

    protected override void AnswerTooLate(ApplicationInstance instance)
    {
        if (instance.Phase == ApplicationPhase.Aborted)
        {
            base.AnswerTooLate(instance);
        }
        else
        {
            Succeed(true);
        }
    }
}
