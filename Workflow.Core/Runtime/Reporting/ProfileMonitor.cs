using Workflow.Definition;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The profiles of the participants of an instance, and the detection of changes while the instance runs.</summary>
internal sealed class ProfileMonitor
{
    /// <summary>The maximum number of attempts to read a participant whose profile changes during the attempt.</summary>
    private const int Attempts = 3;

    private readonly Program _program;
    private readonly TrackingParticipant[] _participants;
    private readonly Reporter _reporter;
    private CancellationTokenRegistration[]? _registrations;
    private int _hasChanged;

    public ProfileMonitor(Program program, TrackingParticipant[] participants, Reporter reporter)
    {
        _program = program;
        _participants = participants;
        _reporter = reporter;
        Plan = Read();
    }

    public ReportPlan Plan { get; private set; }

    public bool MayChange => _registrations is not null;

    /// <summary>True if a participant has changed its profile. Any thread may set it.</summary>
    public bool HasChanged => Volatile.Read(ref _hasChanged) != 0;

    /// <summary>Reads all profiles again. If a profile cannot be used, the previous plan stays in effect.</summary>
    public void Refresh()
    {
        // Cleared before the profiles are read, so that a change during the read is not lost.
        Volatile.Write(ref _hasChanged, 0);
        Stop();
        try
        {
            Plan = Read();
        }
        catch (Exception exception)
        {
            // The instance already runs, and must not fail because of an observer (rule 15.4).
            DiagnosticsSource.Log.ProfileRefused(_participants[0], exception);
        }
    }

    /// <summary>Stops the detection of changes; later changes have no effect.</summary>
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

    /// <summary>Registers for changes before the profile is read, so that a change between the two is not lost.</summary>
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
                    change.UnsafeRegister(static state => ((ProfileMonitor)state!).Change(), this);
                return;
            }
        }
    }

    private void Change()
    {
        Volatile.Write(ref _hasChanged, 1);
        _reporter.RequestDelivery();
    }
}
