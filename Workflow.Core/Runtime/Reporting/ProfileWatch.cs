using Workflow.Definition;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>What the participants of an instance want, and whether that has changed while it runs.</summary>
internal sealed class ProfileWatch
{
    /// <summary>How often a participant is asked again that changes its mind while it answers.</summary>
    private const int Attempts = 3;

    private readonly Program _program;
    private readonly TrackingParticipant[] _participants;
    private readonly Reporter _reporter;
    private CancellationTokenRegistration[]? _registrations;
    private int _hasChanged;

    public ProfileWatch(Program program, TrackingParticipant[] participants, Reporter reporter)
    {
        _program = program;
        _participants = participants;
        _reporter = reporter;
        Plan = Read();
    }

    public ReportPlan Plan { get; private set; }

    public bool MayChange => _registrations is not null;

    /// <summary>Set by any thread.</summary>
    public bool HasChanged => Volatile.Read(ref _hasChanged) != 0;

    /// <summary>Asks the participants again. What one answers that cannot be used leaves all as it was.</summary>
    public void Refresh()
    {
        Volatile.Write(ref _hasChanged, 0);
        Stop();
        try
        {
            Plan = Read();
        }
        catch (Exception exception)
        {
            // The instance runs already, and must not fail for what an observer does (rule 15.4).
            DiagnosticsSource.Log.ProfileRefused(_participants[0], exception);
        }
    }

    /// <summary>Changes of what participants want have no effect from now on.</summary>
    public void Stop()
    {
        foreach (CancellationTokenRegistration registration in _registrations ?? [])
        {
            registration.Dispose();
        }

        _registrations = null;
    }

    private ReportPlan Read()
    {
        TrackingProfile?[] profiles = new TrackingProfile?[_participants.Length];
        for (int i = 0; i < profiles.Length; i++)
        {
            Register(i);
            profiles[i] = _participants[i].ProfileFor(_program.Root.DisplayName);
        }

        return ReportPlan.For(_program, profiles);
    }

    /// <summary>Before the profile is read: a change between the two is noticed then, and not lost.</summary>
    private void Register(int participant)
    {
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            CancellationToken change = _participants[participant].ProfileChanging;
            if (!change.CanBeCanceled)
            {
                return;
            }

            if (!change.IsCancellationRequested)
            {
                (_registrations ??= new CancellationTokenRegistration[_participants.Length])[participant] =
                    change.UnsafeRegister(static state => ((ProfileWatch)state!).Change(), this);
                return;
            }
        }
    }

    private void Change()
    {
        Volatile.Write(ref _hasChanged, 1);
        _reporter.Remind();
    }
}
