using System.Runtime.CompilerServices;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Tracking.Etw.Tests.Participation;

/// <summary>Tests that ended instances do not stay registered for changes of the profile.</summary>
public sealed class LifetimeTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Instance_ThatHasEnded_KeepsNoParticipant(bool faults)
    {
        WeakReference participant = RunWithParticipant(new Sequence { Activities = { new Fail(faults) } });
        GC.Collect();
        Assert.False(participant.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunWithParticipant(Activity workflow)
    {
        EtwTrackingParticipant participant = new();
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(participant);
        try
        {
            invoker.Invoke();
        }
        catch (InvalidOperationException)
        {
            // The expected fault. The instance has ended in both cases.
        }

        return new WeakReference(participant);
    }

    private sealed class Fail(bool faults) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
            if (faults)
            {
                throw new InvalidOperationException();
            }
        }
    }
}
