using System.Collections.ObjectModel;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// Runs workflow instances on a virtual clock and on the thread of the test. An instance runs only while a method of the host or of the instance is called, so
/// a test sees every step and gives the same result each time. A delay of a month takes no real time.
/// </summary>
/// <example>
/// <code>
/// await using TestHost host = new();
/// TestInstance order = host.Start(new OrderApproval(), new Dictionary&lt;string, object?&gt; { ["Total"] = 120m });
/// await order.RunUntilBookmarkAsync("decide");
/// await host.AdvanceAsync(TimeSpan.FromDays(3));
/// await order.ResumeAsync("decide", true);
/// WorkflowTestResult end = await order.RunToEndAsync();
/// </code>
/// </example>
/// <remarks>Not thread-safe. Await each call before the next one.</remarks>
public sealed class TestHost : IAsyncDisposable
{
    private readonly List<TestInstance> _instances = [];

    /// <summary>Creates a host with the default settings.</summary>
    public TestHost()
        : this(new TestHostOptions())
    {
    }

    /// <summary>Creates a host.</summary>
    /// <param name="options">The settings.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public TestHost(TestHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        Options = options;
        Time = options.Time ?? new VirtualTimeProvider();
        Store = options.Store ?? (options.IdleAction == PersistableIdleAction.None ? null : new ProcessStore(ProcessStore.CreateShared(Time)));
        Effects = options.Effects ?? new EffectLog();
        Messages = options.Messages ?? new MessageValues();
        Instances = new ReadOnlyCollection<TestInstance>(_instances);
    }

    /// <summary>The clock of all instances.</summary>
    public VirtualTimeProvider Time { get; }

    /// <summary>The store of all instances; null if nothing is saved.</summary>
    public InstanceStore? Store { get; }

    /// <summary>The effects of all instances. The log is an extension of each instance, so that activities find it by its type.</summary>
    public EffectLog Effects { get; }

    /// <summary>All instances of the host, in the order of their start, including those that have ended.</summary>
    public IReadOnlyList<TestInstance> Instances { get; }

    internal TestHostOptions Options { get; }

    internal MessageValues Messages { get; }

    internal TestScheduler Scheduler { get; } = new();

    /// <summary>Starts an instance. It runs when a method of the host or of the instance is called.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="inputs">The inputs by name; null for none.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="definition"/> is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="ArgumentException">The inputs do not fit the definition.</exception>
    public TestInstance Start(Activity definition, IDictionary<string, object?>? inputs = null) => Start(definition, inputs, null);

    /// <summary>Starts an instance of a definition that has an identity.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="inputs">The inputs by name; null for none.</param>
    /// <param name="identity">The identity of the definition; null for none.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="definition"/> is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="ArgumentException">The inputs do not fit the definition.</exception>
    public TestInstance Start(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ReplacedDefinition.Prepare(definition, Options.Replacements);
        TestInstance instance = new(this, definition, identity);
        instance.Start(inputs);
        _instances.Add(instance);
        return instance;
    }

    /// <summary>Loads an instance from the store and lets it continue, as another process would. The trace begins at the load.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="identity">The identity of the definition; null for none.</param>
    /// <param name="cancellationToken">Cancels the load.</param>
    /// <returns>A task that returns the instance.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="definition"/> is null.</exception>
    /// <exception cref="InstancePersistenceException">The instance cannot be loaded.</exception>
    public async Task<TestInstance> LoadAsync(
        Activity definition, Guid instanceId, WorkflowIdentity? identity = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ReplacedDefinition.Prepare(definition, Options.Replacements);
        TestInstance instance = new(this, definition, identity);
        await instance.LoadAsync(instanceId, cancellationToken).ConfigureAwait(false);
        _instances.Add(instance);
        return instance;
    }

    /// <summary>Adds an instance that is suspended in the store. Only <see cref="TestInstance.ContinueAsync"/> loads it.</summary>
    internal TestInstance TakeSuspended(Activity definition, Guid instanceId)
    {
        TestInstance instance = new(this, definition, null);
        instance.TakeSuspended(instanceId);
        _instances.Add(instance);
        return instance;
    }

    /// <summary>Runs all instances until each one waits or has ended. The clock does not advance; asynchronous operations are awaited.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when nothing can run.</returns>
    /// <exception cref="WorkflowTestException">An instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task RunUntilIdleAsync(CancellationToken cancellationToken = default)
    {
        // An instance may resume another one that was idle, so all of them run again until no instance has new records.
        bool hasRun;
        do
        {
            hasRun = false;
            foreach (TestInstance instance in _instances.ToArray())
            {
                int before = instance.Trace.Records.Count;
                await instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
                hasRun |= instance.Trace.Records.Count != before;
            }
        }
        while (hasRun);
    }

    /// <summary>
    /// Advances the clock. Each timer that becomes due fires at its time. After each timer, all instances run until they wait, before the next timer fires.
    /// </summary>
    /// <param name="by">The time to advance by; zero fires the timers that are due now.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations, and stops the clock.</param>
    /// <returns>A task that ends when the time has elapsed.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="by"/> is negative.</exception>
    /// <exception cref="WorkflowTestException">An instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task AdvanceAsync(TimeSpan by, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        DateTimeOffset end = Time.GetUtcNow() + by;
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        while (Time.TryFireNext(end))
        {
            cancellationToken.ThrowIfCancellationRequested();
            await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        }

        Time.MoveTo(end);
    }

    /// <summary>Aborts the instances that have not ended. Saved instances remain in the store.</summary>
    /// <returns>A task that ends when all instances are aborted.</returns>
    public ValueTask DisposeAsync()
    {
        foreach (TestInstance instance in _instances)
        {
            instance.Drop();
        }

        Scheduler.RunAll();
        return ValueTask.CompletedTask;
    }
}
