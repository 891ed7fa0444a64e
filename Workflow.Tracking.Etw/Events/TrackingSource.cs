using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;

namespace Workflow.Tracking.Etw.Events;

/// <summary>What the provider does beside its events: it lays payloads out, follows which records sessions listen to, and beats while any does.</summary>
/// <remarks>Safe from any thread; sessions come and go on threads of the runtime.</remarks>
internal abstract class TrackingSource : EventSource
{
    // Field initializers: the base constructor may find a session already there, and reports it before this type's constructor runs.
    private readonly Lock _gate = new();
    private readonly Heartbeat _heartbeat = new(TimeProvider.System);
    private volatile Listening _listening;
    private readonly ITimer? _secondLook;
    private long _records;

    protected TrackingSource()
        : base(EventSourceSettings.EtwManifestEventFormat)
    {
        _secondLook = TimeProvider.System.CreateTimer(static source => ((TrackingSource)source!).Follow(), this, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Who wants to know that sessions listen to other records than before.</summary>
    public ProfileChanges Changes { get; } = new();

    /// <summary>What sessions listen to.</summary>
    public Listening Listening => _listening;

    /// <summary>Says that the provider is alive.</summary>
    /// <param name="SequenceNumber">Counted from 1 since a session began to listen when none did.</param>
    /// <param name="RecordsWritten">The records written since the process began.</param>
    public abstract void Heartbeat(long SequenceNumber, long RecordsWritten);

    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        Follow();

        // The runtime promises nothing about when IsEnabled tells of the command itself: the second look, on another thread, sees what the first missed. By a
        // timer, because this may be the thread that serves sessions, which must not start one.
        _secondLook?.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    protected void SendRecord(int id, ReadOnlySpan<Field> fields)
    {
        Interlocked.Increment(ref _records);
        Send(id, fields);
    }

    /// <summary>Hands a payload over; the caller has checked that somebody listens.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The fields are numbers, texts and times; no object is looked into.")]
    protected unsafe void Send(int id, ReadOnlySpan<Field> fields)
    {
        PayloadBuffer buffer = PayloadBuffer.Rent();
        try
        {
            fixed (byte* start = buffer.Fill(fields))
            {
                EventData* data = stackalloc EventData[fields.Length];
                byte* next = start;
                for (int i = 0; i < fields.Length; i++)
                {
                    data[i].DataPointer = (nint)next;
                    data[i].Size = fields[i].Size;
                    next += fields[i].Size;
                }

                WriteEventCore(id, fields.Length, data);
            }
        }
        finally
        {
            buffer.Return();
        }
    }

    private void Follow()
    {
        bool hasChanged;
        lock (_gate)
        {
            Listening listening = ListeningNow();
            hasChanged = listening != _listening;
            _listening = listening;
            if (IsEnabled())
            {
                _heartbeat.Start(Beat);
            }
            else
            {
                _heartbeat.Stop();
            }
        }

        if (hasChanged)
        {
            Changes.Announce();
        }
    }

    private void Beat(long sequence)
    {
        Follow();
        Heartbeat(sequence, Interlocked.Read(ref _records));
    }

    private Listening ListeningNow() =>
        Flag(EventLevel.Informational, TrackingKeywords.Records, Listening.Information)
        | Flag(EventLevel.Warning, TrackingKeywords.Records, Listening.Warnings)
        | Flag(EventLevel.Error, TrackingKeywords.Records, Listening.Errors)
        | Flag(EventLevel.Informational, TrackingKeywords.Health, Listening.Suspensions)
        | Flag(EventLevel.Informational, TrackingKeywords.CustomRecords, Listening.CustomInformation)
        | Flag(EventLevel.Warning, TrackingKeywords.CustomRecords, Listening.CustomWarnings)
        | Flag(EventLevel.Error, TrackingKeywords.CustomRecords, Listening.CustomErrors);

    private Listening Flag(EventLevel level, EventKeywords keywords, Listening flag) => IsEnabled(level, keywords) ? flag : Listening.Nothing;
}
