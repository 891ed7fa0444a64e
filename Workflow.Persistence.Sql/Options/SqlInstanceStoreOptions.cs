using System.Text.RegularExpressions;
using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql;

/// <summary>The settings of a <see cref="SqlInstanceStore"/>. Its constructor reads and validates all properties once; later changes have no effect.</summary>
public sealed partial class SqlInstanceStoreOptions
{
    /// <summary>
    /// Gets or sets the name of the schema with the tables and views; <c>workflow</c> by default. The name consists of at most 30 lower-case letters, digits
    /// and underscores, and starts with a letter. SQLite has no schemas: there, the name is a prefix of the tables and views, as in <c>workflow_instances</c>.
    /// </summary>
    public string SchemaName { get; set; } = "workflow";

    /// <summary>
    /// Gets or sets the action for completed instances; <see cref="InstanceCompletionAction.DeleteAll"/> by default.
    /// </summary>
    public InstanceCompletionAction CompletionAction { get; set; } = InstanceCompletionAction.DeleteAll;

    /// <summary>
    /// Gets or sets the time for which completed instances are retained with <see cref="InstanceCompletionAction.DeleteNothing"/>; above zero. Null, the
    /// default, retains them until <see cref="SqlInstanceStore.PurgeAsync"/> deletes them. Each renewal of a lease deletes at most 1000 instances whose
    /// retention has elapsed.
    /// </summary>
    public TimeSpan? CompletedRetention { get; set; }

    /// <summary>
    /// Gets or sets the interval at which owners renew their leases; 30 seconds by default, from one second to one day. The duration of a lease is
    /// <see cref="LeaseRenewalPeriod"/> plus <see cref="LeaseMargin"/>.
    /// </summary>
    public TimeSpan LeaseRenewalPeriod { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Gets or sets the remaining duration of a lease when its renewal is due; 30 seconds by default, from four seconds to one day, and not shorter than
    /// <see cref="LeaseRenewalPeriod"/> if that is below 30 seconds. A process that cannot reach the database for this time loses its instances. A period of
    /// one second with a margin of four seconds requires a fast network and processes that do not pause.
    /// </summary>
    public TimeSpan LeaseMargin { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Gets or sets a value that indicates whether a process takes over the instances of ended processes on the same machine without waiting for their leases
    /// to expire; true by default. The process does this when it starts to use the database, and with each renewal of its lease. If false, and for processes on
    /// other machines, only the end of the lease counts. A process is identified by its id and its start time, on Linux within the boot of the machine and the
    /// process namespace of its container; on Windows, this works only outside containers; on other systems, processes are not identified and only leases
    /// count. Set the value to false for virtual machines that run concurrently as copies of one memory image, because their processes cannot be distinguished.
    /// </summary>
    public bool DetectsEndedProcesses { get; set; } = true;

    /// <summary>
    /// Gets or sets the interval at which <see cref="InstanceStore.WaitForRunnableAsync"/> checks for instances that other processes have made runnable; five
    /// seconds by default, at least 100 milliseconds. Due timers, and instances that this store object makes runnable, are noticed at once.
    /// </summary>
    public TimeSpan RunnableDetectionPeriod { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Gets or sets the compression of states; <see cref="StateEncoding.None"/> by default. States that were saved with another setting can still be loaded.
    /// </summary>
    public StateEncoding StateEncoding { get; set; }

    /// <summary>Gets or sets the object that encrypts states; null, the default, to store states unencrypted.</summary>
    public StateProtector? StateProtector { get; set; }

    /// <summary>Gets or sets the maximum size in bytes, before compression, of a state that is saved or loaded; 256 MB by default, at least one.</summary>
    public int MaxStateBytes { get; set; } = 256 * 1024 * 1024;

    /// <summary>Gets or sets the maximum content size in bytes of a message that is sent or received; one megabyte by default, at least zero.</summary>
    public int MaxMessageBytes { get; set; } = 1024 * 1024;

    /// <summary>
    /// Gets or sets the maximum number of messages that may wait for one instance; 100,000 by default, at least one. Further messages are refused with an
    /// <see cref="InstanceInboxFullException"/>. Requests to cancel, terminate or suspend are always accepted.
    /// </summary>
    public int MaxWaitingMessages { get; set; } = 100_000;

    /// <summary>
    /// Gets or sets the maximum number of content bytes that may wait for one instance; 64 MB by default, at least one. A host that loads the instance reads
    /// the contents into memory, where they need several times as much space. Further messages are refused with an <see cref="InstanceInboxFullException"/>. If
    /// no message waits, one message is always accepted, and so are requests to cancel, terminate or suspend.
    /// </summary>
    public long MaxWaitingBytes { get; set; } = 64 * 1024 * 1024;

    /// <summary>
    /// Gets or sets the time for which the store remembers a request, <see cref="InstanceMessage.RequestId"/> or <see cref="InstanceSave.RequestId"/>, so that
    /// its repetition has no effect; seven days by default, from one minute to 10,000 days. Each renewal of a lease deletes at most 1000 requests whose
    /// retention has elapsed.
    /// </summary>
    public TimeSpan RequestRetention { get; set; } = TimeSpan.FromDays(7);

    /// <summary>
    /// Gets or sets the maximum number of calls that are written in one transaction if they arrive faster than the database commits; 256 by default, at least
    /// one.
    /// </summary>
    public int MaxBatchCount { get; set; } = 256;

    /// <summary>
    /// Gets or sets the maximum number of state bytes that are written in one transaction; one megabyte by default, at least one. A larger state is written
    /// alone.
    /// </summary>
    public int MaxBatchBytes { get; set; } = 1024 * 1024;

    /// <summary>
    /// Gets or sets the timeout of a command, and with SQLite also the time to wait while another process writes; 30 seconds by default, from one second to one
    /// day. Fractions of a second are rounded up.
    /// </summary>
    public TimeSpan CommandTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Gets or sets the maximum number of retries of a call that failed with a transient failure, such as a locked database; 4 by default, zero for none. Calls
    /// in a transaction are not retried.
    /// </summary>
    public int MaxRetryAttempts { get; set; } = 4;

    /// <summary>Gets or sets the delay before a retry, varied randomly by up to half; one second by default, from zero to one hour.</summary>
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Gets or sets a value that indicates whether, on PostgreSQL, the server keeps the plans of statements for each connection. Null, the default, prepares
    /// statements if each connection leads directly to the server. Behind a pooler that gives each transaction another connection, such as PgBouncer in
    /// transaction mode, a prepared statement can be missing, or belong to another process; there, and on multiplexed connections, nothing is prepared. Set the
    /// value to true for poolers that support prepared statements.
    /// </summary>
    public bool? PreparesStatements { get; set; }

    /// <summary>Gets or sets the behavior of a load of a locked instance; <see cref="LockedInstanceBehavior.Fail"/> by default.</summary>
    public LockedInstanceBehavior LockedInstanceBehavior { get; set; }

    /// <summary>
    /// Gets the promotions: by the name of each, such as the name of a business object, the values that the store writes to typed columns of the view
    /// <c>promoted_properties</c>, where queries can find them by index. Empty by default. A name has 1 to 100 characters and does not end with a space.
    /// </summary>
    /// <remarks>
    /// A value that is not saved has no row; a null value has a row without a value. A value that does not fit its column fails the save and leaves the
    /// instance alive. Promoted values can be personal data: promote only what queries need.
    /// </remarks>
    public IDictionary<string, PromotedColumns> Promotions { get; } = new Dictionary<string, PromotedColumns>();

    /// <summary>
    /// Gets or sets the clock of this process for the timers of the store; the system clock by default. SQLite runs in the process, so there this clock also
    /// determines when leases expire and timers are due, and all processes that share a file must use the same clock.
    /// </summary>
    public TimeProvider TimeProvider { get; set; } = TimeProvider.System;

    /// <summary>
    /// Gets or sets the logger for operational events: created and upgraded schemas, repeated calls, broken connections, lost owners and locks, damaged rows
    /// and deleted instances. Null, the default, disables logging. A message never contains a state or a password. The logger is called from any thread; its
    /// exceptions are ignored.
    /// </summary>
    public ILogger? Logger { get; set; }

    /// <summary>The reporter of the store that has this copy of the options.</summary>
    internal StoreReporter Reporter
    {
        get => field ?? throw new InvalidOperationException("Only the options of a store have a reporter.");
        set;
    }

    /// <summary>The columns of each promotion, in the copy of the options that a store has.</summary>
    internal IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> ColumnsByPromotion { get; private set; } =
        new Dictionary<string, IReadOnlyList<PromotedColumn>>();

    /// <summary>The time at which the store that has this copy of the options was created, as a timestamp of its clock.</summary>
    internal long Opened { get; private set; }

    /// <summary>Validates all settings and returns a copy, so that later changes have no effect.</summary>
    /// <param name="parameter">The name of the parameter that contains the options.</param>
    /// <exception cref="ArgumentException">There are problems; the message lists all of them.</exception>
    internal SqlInstanceStoreOptions Validated(string parameter)
    {
        List<string> problems = [];
        IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> columns = new PromotionReader(problems).Read(Promotions);
        Check(
            problems,
            SchemaName is null || !Identifier().IsMatch(SchemaName),
            $"The schema name '{SchemaName}' is not valid; use lower-case letters, digits and underscores, at most 30, with a letter first.");
        Check(
            problems,
            !Enum.IsDefined(CompletionAction),
            $"The completion action '{CompletionAction}' is not defined; use a value of 'InstanceCompletionAction'.");
        Check(problems, CompletedRetention <= TimeSpan.Zero, $"The retention '{CompletedRetention}' is not above zero; use a positive time, or null.");
        Check(
            problems,
            CompletedRetention is not null && CompletionAction == InstanceCompletionAction.DeleteAll,
            "A retention is set and completed instances are deleted; use 'InstanceCompletionAction.DeleteNothing', or set 'CompletedRetention' to null.");
        CheckRange(problems, nameof(LeaseRenewalPeriod), LeaseRenewalPeriod, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(LeaseMargin), LeaseMargin, TimeSpan.FromSeconds(4), TimeSpan.FromDays(1));
        TimeSpan leastMargin = LeaseRenewalPeriod < TimeSpan.FromSeconds(30) ? LeaseRenewalPeriod : TimeSpan.FromSeconds(30);
        Check(
            problems,
            LeaseMargin < leastMargin,
            $"'LeaseMargin' is {LeaseMargin} and 'LeaseRenewalPeriod' {LeaseRenewalPeriod}; use at least {leastMargin}, so that a renewal that failed can be repeated.");
        CheckRange(problems, nameof(RunnableDetectionPeriod), RunnableDetectionPeriod, TimeSpan.FromMilliseconds(100), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(CommandTimeout), CommandTimeout, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(RetryDelay), RetryDelay, TimeSpan.Zero, TimeSpan.FromHours(1));
        Check(problems, !Enum.IsDefined(StateEncoding), $"The state encoding '{StateEncoding}' is not defined; use a value of 'StateEncoding'.");
        Check(
            problems,
            !Enum.IsDefined(LockedInstanceBehavior),
            $"The behavior '{LockedInstanceBehavior}' is not defined; use a value of 'LockedInstanceBehavior'.");
        Check(problems, MaxStateBytes < 1, $"'MaxStateBytes' is {MaxStateBytes}; use at least 1.");
        Check(problems, MaxMessageBytes < 0, $"'MaxMessageBytes' is {MaxMessageBytes}; use zero or more.");
        Check(problems, MaxWaitingMessages < 1, $"'MaxWaitingMessages' is {MaxWaitingMessages}; use at least 1.");
        Check(problems, MaxWaitingBytes < 1, $"'MaxWaitingBytes' is {MaxWaitingBytes}; use at least 1.");
        CheckRange(problems, nameof(RequestRetention), RequestRetention, TimeSpan.FromMinutes(1), TimeSpan.FromDays(10_000));
        Check(problems, MaxBatchCount < 1, $"'MaxBatchCount' is {MaxBatchCount}; use at least 1.");
        Check(problems, MaxBatchBytes < 1, $"'MaxBatchBytes' is {MaxBatchBytes}; use at least 1.");
        Check(problems, MaxRetryAttempts < 0, $"'MaxRetryAttempts' is {MaxRetryAttempts}; use zero or more.");
        Check(problems, TimeProvider is null, "'TimeProvider' is null; use 'TimeProvider.System'.");
        return problems.Count == 0 ? Copy(columns) : throw new ArgumentException(string.Join(Environment.NewLine, problems), parameter);
    }

    private static void CheckRange(List<string> problems, string name, TimeSpan value, TimeSpan least, TimeSpan most) =>
        Check(problems, value < least || value > most, $"'{name}' is {value}; use {least} to {most}.");

    private static void Check(List<string> problems, bool isProblem, string problem)
    {
        if (isProblem)
        {
            problems.Add(problem);
        }
    }

    private SqlInstanceStoreOptions Copy(IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> columns)
    {
        SqlInstanceStoreOptions copy = (SqlInstanceStoreOptions)MemberwiseClone();
        copy.ColumnsByPromotion = columns;
        copy.Opened = TimeProvider.GetTimestamp();
        return copy;
    }

    [GeneratedRegex(@"\A[a-z][a-z0-9_]{0,29}\z", RegexOptions.NonBacktracking)]
    private static partial Regex Identifier();
}
