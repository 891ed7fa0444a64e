using System.Diagnostics;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>Counts the reasons not to save the instance (rule 7.1).</summary>
internal sealed class NoPersistZones(RunContext run, WorkQueue queue)
{
    public void Enter() => run.State.NoPersistCount++;

    public void Leave() => Leave(1);

    public void Enter(Frame owner)
    {
        owner.TakeRareState().NoPersistEntries++;
        run.State.NoPersistCount++;
    }

    public void Exit(Frame owner)
    {
        if (!owner.Has(InstanceFlags.HasRareState) || owner.RareState!.NoPersistEntries == 0)
        {
            throw new InvalidOperationException(
                $"The no-persist zone of '{owner.Activity.DisplayName}' is left more often than it was entered; call Exit once for each Enter.");
        }

        owner.RareState.NoPersistEntries--;
        Leave(1);
    }

    /// <summary>Ends the zone of an activity instance that ends (rule 9.6).</summary>
    public void End(FrameRareState rareState)
    {
        if (rareState.NoPersistEntries > 0)
        {
            int entries = rareState.NoPersistEntries;
            rareState.NoPersistEntries = 0;
            Leave(entries);
        }
    }

    /// <summary>Returns true if the activity instance is inside a zone that it or one of its ancestors entered.</summary>
    public static bool Holds(Frame frame)
    {
        for (Frame? at = frame; at is not null; at = at.Parent)
        {
            if (at.Has(InstanceFlags.HasRareState) && at.RareState!.NoPersistEntries > 0)
            {
                return true;
            }
        }

        return false;
    }

    private void Leave(int entries)
    {
        Debug.Assert(run.State.NoPersistCount >= entries, "Each reason not to save ends once.");
        if ((run.State.NoPersistCount -= entries) == 0)
        {
            if (run.State.HasSaveRequests)
            {
                queue.Raise(Signals.Save);
            }

            if (run.State.IsSaveAwaited)
            {
                run.State.IsSaveAwaited = false;
                queue.Raise(Signals.Pause);
            }
        }
    }
}
