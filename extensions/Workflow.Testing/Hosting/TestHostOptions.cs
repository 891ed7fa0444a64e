using System.Diagnostics.CodeAnalysis;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>The settings of a <see cref="TestHost"/>. The host reads them when it is created.</summary>
public sealed class TestHostOptions
{
    private const string NeedsAllMembers = "Activities are found in the public properties of a definition; test a program that is not trimmed.";

    private readonly List<Replacement> _replacements = [];

    /// <summary>The clock of the instances; null, the default, for a new clock that starts at 1 January 2030, 00:00 UTC.</summary>
    public VirtualTimeProvider? Time { get; init; }

    /// <summary>
    /// The store of the instances. Null, the default, for a new store in memory that uses the clock of the host, keeps completed instances, and whose leases do
    /// not expire. With <see cref="PersistableIdleAction.None"/> as <see cref="IdleAction"/>, null means no store.
    /// </summary>
    public InstanceStore? Store { get; init; }

    /// <summary>
    /// The action when an instance waits and can be saved. The default is <see cref="PersistableIdleAction.Persist"/>, so that a value that cannot be saved is
    /// found at the first wait; with <see cref="PersistableIdleAction.None"/>, a wait saves nothing. To unload, call <see cref="TestInstance.ReloadAsync"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is <see cref="PersistableIdleAction.Unload"/> or undefined.</exception>
    public PersistableIdleAction IdleAction
    {
        get;
        init => field = value is PersistableIdleAction.None or PersistableIdleAction.Persist
            ? value
            : throw new ArgumentOutOfRangeException(
                nameof(value), value, "A test host keeps its instances in memory: use None or Persist, and call ReloadAsync to unload and load an instance.");
    } = PersistableIdleAction.Persist;

    /// <summary>
    /// Adds extensions to each application that the host creates: once for a start and once for each load. The callback receives the effect log of the host,
    /// <see cref="TestHost.Effects"/>, which is already an extension. Null, the default, adds none.
    /// </summary>
    public Action<WorkflowInstanceExtensionManager, EffectLog>? AddExtensions { get; init; }

    /// <summary>
    /// The timeout, in real time, for the end of an asynchronous operation; the default is 30 seconds. The timeout does not apply to waits on the virtual clock
    /// and for bookmarks: if nothing can end such a wait, the host reports it at once.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero, negative and not infinite, or more than 49 days.</exception>
    public TimeSpan OperationTimeout { get; init => field = TestTimeout.Check(value); } = TestTimeout.Default;

    /// <summary>
    /// The number of tracking records that an instance may create before the host aborts it, so that a workflow with an endless loop does not run forever. The
    /// default is one million.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public int MaxRecords
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 1_000_000;

    internal IReadOnlyList<Replacement> Replacements => _replacements;

    /// <summary>The effects, which outlive the process of the host; null for a new log.</summary>
    internal EffectLog? Effects { get; init; }

    /// <summary>The values of messages, which outlive the process of the host; null for an empty collection.</summary>
    internal MessageValues? Messages { get; init; }

    /// <summary>Called with each record after the record was added to the trace.</summary>
    internal Action<TrackingRecord>? Tracked { get; init; }

    /// <summary>
    /// Replaces all activities of a type in each definition that the host starts or loads, also inside composites. The root is not replaced: start another
    /// definition instead.
    /// </summary>
    /// <typeparam name="TActivity">The type, or a base type.</typeparam>
    /// <param name="with">
    /// Creates the replacement of one activity. An argument that the replacement does not set is the one of the original with the same name.
    /// </param>
    /// <returns>These options, for further calls.</returns>
    /// <remarks>
    /// The definition is changed, so create a new one for each test. A start throws a <see cref="WorkflowTestException"/> if nothing matches, if arguments of
    /// the same name differ in type or direction, or if the definition has run before.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="with"/> is null.</exception>
    [RequiresUnreferencedCode(NeedsAllMembers)]
    public TestHostOptions Replace<TActivity>(Func<TActivity, Activity> with)
        where TActivity : Activity
    {
        ArgumentNullException.ThrowIfNull(with);
        _replacements.Add(new Replacement(
            $"activity of type '{typeof(TActivity).Name}'", activity => activity is TActivity, activity => with((TActivity)activity)));
        return this;
    }

    /// <summary>Replaces all activities with a display name; see <see cref="Replace{TActivity}"/>.</summary>
    /// <param name="displayName">The display name.</param>
    /// <param name="with">Creates the replacement of one activity.</param>
    /// <returns>These options, for further calls.</returns>
    /// <exception cref="ArgumentException"><paramref name="displayName"/> is null or empty.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="with"/> is null.</exception>
    [RequiresUnreferencedCode(NeedsAllMembers)]
    public TestHostOptions Replace(string displayName, Func<Activity, Activity> with)
    {
        ArgumentException.ThrowIfNullOrEmpty(displayName);
        ArgumentNullException.ThrowIfNull(with);
        _replacements.Add(new Replacement($"activity '{displayName}'", activity => activity.DisplayName == displayName, with));
        return this;
    }

    /// <summary>Replaces the activity with an id; see <see cref="Replace{TActivity}"/>.</summary>
    /// <param name="id">The id as in traces and tracking records, such as <c>1.7</c>: the path through the definition.</param>
    /// <param name="with">Creates the replacement.</param>
    /// <returns>These options, for further calls.</returns>
    /// <exception cref="ArgumentException"><paramref name="id"/> is null or empty.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="with"/> is null.</exception>
    [RequiresUnreferencedCode(NeedsAllMembers)]
    public TestHostOptions ReplaceId(string id, Func<Activity, Activity> with)
    {
        ArgumentException.ThrowIfNullOrEmpty(id);
        ArgumentNullException.ThrowIfNull(with);
        _replacements.Add(new Replacement($"activity with the id '{id}'", activity => activity.Id == id, with));
        return this;
    }

    /// <summary>Replaces activities in a definition at once, for a test that accepts no host options, such as a <c>CrashTest</c>.</summary>
    /// <param name="definition">The definition, which has not run.</param>
    /// <returns>The same definition.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="definition"/> is null.</exception>
    /// <exception cref="WorkflowTestException">Nothing matches, a replacement does not fit, or the definition has run.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public Activity ReplaceIn(Activity definition)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ReplacedDefinition.Prepare(definition, _replacements);
        return definition;
    }
}
