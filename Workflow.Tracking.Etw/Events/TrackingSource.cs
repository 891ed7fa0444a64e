using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;

namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// The functions of the provider other than its events: it builds payloads, determines the records that sessions listen to, and sends heartbeats while a
/// session listens.
/// </summary>
/// <remarks>Thread-safe. Sessions start and end on threads of the runtime.</remarks>
internal abstract class TrackingSource : EventSource
{
    // Initialized here and not in the constructor: the base constructor may find an active session and report it before the constructor of this type runs.
    private readonly Lock _gate = new();
    private readonly Heartbeat _heartbeat = new(TimeProvider.System);
    private volatile EnabledSessions _listening;
    private readonly ITimer? _secondLook;
    private long _records;

    protected TrackingSource()
        : base(EventSourceSettings.EtwManifestEventFormat)
    {
        _secondLook = TimeProvider.System.CreateTimer(static source => ((TrackingSource)source!).Follow(), this, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Notifies participants that sessions listen to other records than before.</summary>
    public ProfileChanges Changes { get; } = new();

    /// <summary>The kinds of records that sessions listen to.</summary>
    public EnabledSessions Listening => _listening;

    /// <summary>Writes the heartbeat event, which shows that the provider is alive.</summary>
    /// <param name="SequenceNumber">The number of the heartbeat. It starts at 1 when a session begins to listen and no other session does.</param>
    /// <param name="RecordsWritten">The number of records written since the start of the process.</param>
    public abstract void Heartbeat(long SequenceNumber, long RecordsWritten);

    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        Follow();

        // The runtime does not specify when IsEnabled reflects the reported command, so the state is evaluated again on another thread. A timer is used,
        // because this may be the thread that serves sessions, which must not start a thread.
        _secondLook?.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Returns true if a session receives the event.</summary>
    public bool IsEnabled(RecordEvent recordEvent) => IsEnabled(recordEvent.Level, recordEvent.Keywords);

    /// <summary>Writes the event of a record. The caller has checked that a session receives it.</summary>
    /// <param name="id">The id of the event.</param>
    /// <param name="fields">The values, in the order of the parameters of the event's method.</param>
    public void SendRecord(int id, ReadOnlySpan<Field> fields)
    {
        Interlocked.Increment(ref _records);
        Send(id, fields);
    }

    /// <summary>Writes an event. The caller has checked that a session listens.</summary>
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
            EnabledSessions listening = ListeningNow();
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

        // Announced outside the lock, because the cancellation runs callbacks.
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

    private EnabledSessions ListeningNow() =>
        Flag(EventLevel.Informational, TrackingKeywords.Records, EnabledSessions.Information)
        | Flag(EventLevel.Warning, TrackingKeywords.Records, EnabledSessions.Warnings)
        | Flag(EventLevel.Error, TrackingKeywords.Records, EnabledSessions.Errors)
        | Flag(EventLevel.Informational, TrackingKeywords.Health, EnabledSessions.Suspensions)
        | Flag(EventLevel.Informational, TrackingKeywords.CustomRecords, EnabledSessions.CustomInformation)
        | Flag(EventLevel.Warning, TrackingKeywords.CustomRecords, EnabledSessions.CustomWarnings)
        | Flag(EventLevel.Error, TrackingKeywords.CustomRecords, EnabledSessions.CustomErrors);

    private EnabledSessions Flag(EventLevel level, EventKeywords keywords, EnabledSessions flag) => IsEnabled(level, keywords) ? flag : EnabledSessions.Nothing;
}
