using System.Text.RegularExpressions;
using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql;

/// <summary>How a <see cref="SqlInstanceStore"/> works. Its constructor reads and checks all properties once; later changes have no effect.</summary>
public sealed partial class SqlInstanceStoreOptions
{
    private readonly List<string> _problems = [];
    private Dictionary<string, IReadOnlyList<PromotedColumn>> _promotions = [];

    /// <summary>
    /// The name of the schema with the tables and views; <c>workflow</c> by default. Lower-case letters, digits and underscores, at most 30, and a letter first. SQLite has no schemas: there, the
    /// names of tables and views begin with it, as in <c>workflow_instances</c>.
    /// </summary>
    public string SchemaName { get; set; } = "workflow";

    /// <summary>What happens to instances that have completed; <see cref="InstanceCompletionAction.DeleteAll"/> by default.</summary>
    public InstanceCompletionAction CompletionAction { get; set; } = InstanceCompletionAction.DeleteAll;

    /// <summary>
    /// How long completed instances are kept with <see cref="InstanceCompletionAction.DeleteNothing"/>; above zero. Null, the default: until <see cref="SqlInstanceStore.PurgeAsync"/> deletes
    /// them. Each renewal of a lease deletes at most 1000 instances that were kept for longer.
    /// </summary>
    public TimeSpan? CompletedRetention { get; set; }

    /// <summary>How often owners renew their leases; 30 seconds by default, one second to one day. A lease lasts for <see cref="LeaseRenewalPeriod"/> plus <see cref="LeaseMargin"/>.</summary>
    public TimeSpan LeaseRenewalPeriod { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// How long a lease still lasts when its renewal is due; 30 seconds by default, four seconds to one day, and not shorter than <see cref="LeaseRenewalPeriod"/> if that is below 30 seconds. A process that
    /// does not reach the database for so long loses its instances. A period of one second with a margin of four is for a fast network and processes that do not pause.
    /// </summary>
    public TimeSpan LeaseMargin { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Whether a process takes over at once, when it begins to use the database and with each renewal of its lease, what processes held that have ended on the same machine; true by default. Otherwise, and for
    /// processes of other machines, the end of the lease decides. A process is known by its id and the time of its start, on Linux within the boot of the machine and the namespace of its container; on
    /// Windows outside of containers; on other systems by nothing, and their leases decide. False is for virtual machines that run at the same time as copies of one memory image: they cannot be told apart.
    /// </summary>
    public bool DetectsEndedProcesses { get; set; } = true;

    /// <summary>
    /// How often <see cref="InstanceStore.WaitForRunnableAsync"/> looks for instances that other processes have made runnable; five seconds by default, at least 100 milliseconds. Timers that
    /// are due, and instances that this object makes runnable, are noticed at once.
    /// </summary>
    public TimeSpan RunnableDetectionPeriod { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>How states are compressed; <see cref="StateEncoding.None"/> by default. States that were saved with another setting can still be loaded.</summary>
    public StateEncoding StateEncoding { get; set; }

    /// <summary>Encrypts states; null, the default: they are stored as they are.</summary>
    public StateProtector? StateProtector { get; set; }

    /// <summary>The largest state in bytes, before compression, that is saved or loaded; 256 MB by default, at least one.</summary>
    public int MaxStateSize { get; set; } = 256 * 1024 * 1024;

    /// <summary>The largest content of a message in bytes that is sent or received; one megabyte by default, at least zero.</summary>
    public int MaxMessageSize { get; set; } = 1024 * 1024;

    /// <summary>
    /// The number of messages that may wait for one instance; 100,000 by default, at least one. A message beyond it is refused with an <see cref="InstanceInboxFullException"/>. Requests to cancel, terminate or
    /// suspend are always accepted.
    /// </summary>
    public int MaxWaitingMessages { get; set; } = 100_000;

    /// <summary>
    /// The bytes of content that may wait for one instance; 64 MB by default, at least one. A host that loads the instance reads them into its memory, where they take several times as much. A message beyond it
    /// is refused with an <see cref="InstanceInboxFullException"/>; one message is always accepted, and so are requests to cancel, terminate or suspend.
    /// </summary>
    public long MaxWaitingBytes { get; set; } = 64 * 1024 * 1024;

    /// <summary>
    /// How long the store remembers a request, <see cref="InstanceMessage.RequestId"/> or <see cref="InstanceSave.RequestId"/>, so that its repetition has no effect; seven days by default, one minute
    /// to 10,000 days. Each renewal of a lease deletes at most 1000 requests that were remembered for longer.
    /// </summary>
    public TimeSpan RequestRetention { get; set; } = TimeSpan.FromDays(7);

    /// <summary>How many calls are written in one transaction at most, when they come faster than the database commits; 256 by default, at least one.</summary>
    public int MaxBatchCount { get; set; } = 256;

    /// <summary>How many bytes of state are written in one transaction at most; one megabyte by default, at least one. A larger state is written alone.</summary>
    public int MaxBatchBytes { get; set; } = 1024 * 1024;

    /// <summary>How long a command may take, and with SQLite how long it waits while another process writes; 30 seconds by default, at least one second, in whole seconds.</summary>
    public TimeSpan CommandTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a call is tried again that failed for a passing reason, such as a database that is locked; 4 by default, zero for never. Calls in a transaction are not.</summary>
    public int MaxRetries { get; set; } = 4;

    /// <summary>The time before such a retry, varied at random by half; one second by default, at least zero.</summary>
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// On PostgreSQL, whether the server keeps the plans of statements for each connection. Null, the default: if the connection leads to the server itself. Behind a pooler that gives each transaction
    /// another connection, such as PgBouncer in transaction mode, a prepared statement is missing, or is that of another process; there, and over connections with multiplexing, nothing is prepared.
    /// True is for poolers that follow prepared statements.
    /// </summary>
    public bool? PreparesStatements { get; set; }

    /// <summary>What a load does when the instance is locked; <see cref="LockedInstanceBehavior.Fail"/> by default.</summary>
    public LockedInstanceBehavior LockedInstanceBehavior { get; set; }

    /// <summary>
    /// The clock of this process, which timers of the store wait on; the system's by default. SQLite runs in the process, so there it is also the clock that decides when leases expire and
    /// timers are due; all processes that share a file have to use the same clock.
    /// </summary>
    public TimeProvider TimeProvider { get; set; } = TimeProvider.System;

    /// <summary>
    /// Receives what an operator should know: a schema that was created or upgraded, calls that are repeated, connections that broke, owners and locks that were lost, damaged rows and deleted
    /// instances. Null, the default: nothing is logged. A message never contains a state or a password. The logger is called from any thread; what it throws is ignored.
    /// </summary>
    public ILogger? Logger { get; set; }

    /// <summary>Where the store that has this copy of the options reports to.</summary>
    internal StoreReporter Reporter
    {
        get => field ?? throw new InvalidOperationException("Only the options of a store have a reporter.");
        set;
    }

    /// <summary>When the store that has this copy of the options was created, as a timestamp of its clock.</summary>
    internal long Opened { get; private set; }

    internal IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> Promotions => _promotions;

    /// <summary>Promotes saved values to typed columns of the view <c>promoted_properties</c>, where queries find them by an index.</summary>
    /// <remarks>
    /// A value that is not saved has no row; null has a row without a value. A value that does not fit its column fails the save and leaves the instance alive. Promoted values can be personal
    /// data: promote only what queries need.
    /// </remarks>
    /// <param name="name">The name of the promotion, such as that of the business object; not empty, at most 100 characters, no space at its end.</param>
    /// <param name="columns">Adds the values.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public SqlInstanceStoreOptions Promote(string name, Action<PromotedColumns> columns)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(columns);
        PromotedColumns promoted = new();
        columns(promoted);
        AddProblemIf(name.Length is 0 or > 100, $"The promotion '{name}' has {name.Length} characters; use 1 to 100.");
        AddProblemIf(!StorableText.IsStorable(name), $"The promotion '{StorableText.ForPeople(name)}' has a null character or half of a surrogate pair, which not every database keeps; remove it.");
        AddProblemIf(name.EndsWith(' '), $"The promotion '{name}' ends with a space, which SQL Server does not compare; remove it.");
        AddProblemIf(promoted.Columns.Count == 0, $"The promotion '{name}' has no values; add at least one.");
        foreach (IGrouping<string, PromotedColumn> same in promoted.Columns.GroupBy(column => column.Text).Where(group => group.Count() > 1))
        {
            AddProblemIf(true, $"The promotion '{name}' has the value '{same.Key}' {same.Count()} times; remove all but one.");
        }

        foreach (PromotedColumn column in promoted.Columns.Where(column => !StorableText.IsStorable(column.Text)))
        {
            AddProblemIf(true, $"The promotion '{name}' has the value '{StorableText.ForPeople(column.Text)}', whose name has a null character or half of a surrogate pair; promote it by another name.");
        }

        foreach (PromotedColumn column in promoted.Columns.Where(column => column.Text.Length > 200))
        {
            AddProblemIf(true, $"The promotion '{name}' has a value whose name has {column.Text.Length} characters; use 200 at most.");
        }

        AddProblemIf(!_promotions.TryAdd(name, [.. promoted.Columns]), $"The promotion '{name}' is declared twice; give each promotion its own name.");
        return this;
    }

    /// <summary>Checks everything once, and copies it, so that later changes have no effect.</summary>
    /// <param name="parameter">The parameter that brought the options.</param>
    /// <exception cref="ArgumentException">There are problems; the message has all of them.</exception>
    internal SqlInstanceStoreOptions Validated(string parameter)
    {
        List<string> problems = [.. _problems];
        Check(problems, SchemaName is null || !Identifier().IsMatch(SchemaName), $"The schema name '{SchemaName}' is not valid; use lower-case letters, digits and underscores, at most 30, with a letter first.");
        Check(problems, !Enum.IsDefined(CompletionAction), $"The completion action '{CompletionAction}' is not defined; use a value of 'InstanceCompletionAction'.");
        Check(problems, CompletedRetention <= TimeSpan.Zero, $"The retention '{CompletedRetention}' is not above zero; use a positive time, or null.");
        Check(
            problems,
            CompletedRetention is not null && CompletionAction == InstanceCompletionAction.DeleteAll,
            "A retention is set and completed instances are deleted; use 'InstanceCompletionAction.DeleteNothing', or set 'CompletedRetention' to null.");
        CheckRange(problems, nameof(LeaseRenewalPeriod), LeaseRenewalPeriod, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(LeaseMargin), LeaseMargin, TimeSpan.FromSeconds(4), TimeSpan.FromDays(1));
        TimeSpan leastMargin = LeaseRenewalPeriod < TimeSpan.FromSeconds(30) ? LeaseRenewalPeriod : TimeSpan.FromSeconds(30);
        Check(problems, LeaseMargin < leastMargin, $"'LeaseMargin' is {LeaseMargin} and 'LeaseRenewalPeriod' {LeaseRenewalPeriod}; use at least {leastMargin}, so that a renewal that failed can be repeated.");
        CheckRange(problems, nameof(RunnableDetectionPeriod), RunnableDetectionPeriod, TimeSpan.FromMilliseconds(100), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(CommandTimeout), CommandTimeout, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1));
        CheckRange(problems, nameof(RetryDelay), RetryDelay, TimeSpan.Zero, TimeSpan.FromHours(1));
        Check(problems, !Enum.IsDefined(StateEncoding), $"The state encoding '{StateEncoding}' is not defined; use a value of 'StateEncoding'.");
        Check(problems, !Enum.IsDefined(LockedInstanceBehavior), $"The behavior '{LockedInstanceBehavior}' is not defined; use a value of 'LockedInstanceBehavior'.");
        Check(problems, MaxStateSize < 1, $"'MaxStateSize' is {MaxStateSize}; use at least 1.");
        Check(problems, MaxMessageSize < 0, $"'MaxMessageSize' is {MaxMessageSize}; use zero or more.");
        Check(problems, MaxWaitingMessages < 1, $"'MaxWaitingMessages' is {MaxWaitingMessages}; use at least 1.");
        Check(problems, MaxWaitingBytes < 1, $"'MaxWaitingBytes' is {MaxWaitingBytes}; use at least 1.");
        CheckRange(problems, nameof(RequestRetention), RequestRetention, TimeSpan.FromMinutes(1), TimeSpan.FromDays(10_000));
        Check(problems, MaxBatchCount < 1, $"'MaxBatchCount' is {MaxBatchCount}; use at least 1.");
        Check(problems, MaxBatchBytes < 1, $"'MaxBatchBytes' is {MaxBatchBytes}; use at least 1.");
        Check(problems, MaxRetries < 0, $"'MaxRetries' is {MaxRetries}; use zero or more.");
        Check(problems, TimeProvider is null, "'TimeProvider' is null; use 'TimeProvider.System'.");
        return problems.Count == 0 ? Copy() : throw new ArgumentException(string.Join(Environment.NewLine, problems), parameter);
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

    private void AddProblemIf(bool isProblem, string problem) => Check(_problems, isProblem, problem);

    private SqlInstanceStoreOptions Copy()
    {
        SqlInstanceStoreOptions copy = (SqlInstanceStoreOptions)MemberwiseClone();
        copy._promotions = new(_promotions);
        copy.Opened = TimeProvider.GetTimestamp();
        return copy;
    }

    [GeneratedRegex(@"\A[a-z][a-z0-9_]{0,29}\z", RegexOptions.NonBacktracking)]
    private static partial Regex Identifier();
}
