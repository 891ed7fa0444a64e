extern alias WorkflowCore;
using System.Collections.ObjectModel;
using System.Transactions;
using Workflow.Interop.Legacy;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using WorkflowCore::Workflow.Statements;

namespace Workflow.Statements;

/// <summary>Runs an activity of the package <c>Workflow.Interop.Legacy</c> inside a workflow.</summary>
/// <remarks>
/// <para>Public properties of the activity are arguments. A property <c>P</c> has an input argument <c>P</c> and an output argument <c>POut</c>, which
/// <see cref="ActivityProperties"/> binds. If an input argument is not bound, the property keeps the value that the constructor of the activity has set. The
/// input argument has the name <c>PIn</c> if the output argument of another property has the name <c>P</c>, or if this class has a property <c>P</c>.</para>
/// <para>Each queue of the activity is a bookmark with the name of the queue: the resumption of the bookmark adds an item to the queue. Delays use the
/// <see cref="TimerExtension"/> of the host. This activity throws the exceptions that no handler in the legacy activity handles, and the exception of a
/// <see cref="Workflow.Interop.Legacy.ComponentModel.TerminateActivity"/>.</para>
/// <para>While the activity waits, its state is saved with the workflow instance.</para>
/// </remarks>
public sealed class Interop : NativeActivity
{
    private static readonly Func<TimerExtension> NewTimer = static () => new DurableTimerExtension();
    private static readonly Func<InteropInstance> NewInstance = static () => new InteropInstance();
    private readonly Persist _persist = new();
    private readonly BookmarkCallback _onResumed;
    private readonly CompletionCallback _onSaved;
    private readonly BookmarkCallback _onCommitted;
    private readonly Action<NativeActivityTransactionContext, object?> _onTransaction;
    private readonly Variable<RuntimeTransactionHandle> _handle = new("handle");
    private InteropDefinition? _definition;

    /// <summary>Creates an activity without an <see cref="ActivityType"/>.</summary>
    public Interop()
    {
        _onResumed = OnResumed;
        _onSaved = OnSaved;
        _onCommitted = OnCommitted;
        _onTransaction = OnTransaction;
        Constraints.Add(InteropNesting.NewConstraint());
    }

    /// <summary>The type of the legacy activity. Required. The type must have a public constructor without parameters.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The bound arguments, by argument name. Empty by default.</summary>
    public IDictionary<string, Argument> ActivityProperties { get; } = new Dictionary<string, Argument>();

    /// <summary>
    /// The values of properties that are part of the definition of the legacy activity, such as <c>Name</c>, by property name. Empty by default.
    /// </summary>
    public IDictionary<string, object?> ActivityMetaProperties { get; } = new Dictionary<string, object?>();

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <summary>True if the legacy activity cannot run in a transaction of the workflow.</summary>
    internal bool NeedsOwnTransaction => _definition?.NeedsOwnTransaction == true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddImplementationChild(_persist);
        metadata.AddImplementationVariable(_handle);
        metadata.AddDefaultExtensionProvider(NewTimer);
        metadata.AddDefaultExtensionProvider(NewInstance);
        _definition = null;
        if (InteropRules.ProblemOf(ActivityType) is { } problem)
        {
            metadata.AddValidationError($"'{DisplayName}' {problem}.");
            return;
        }

        InteropProperties properties = InteropProperties.Of(ActivityType!);
        Collection<RuntimeArgument> arguments = [];
        foreach (InteropArgument declared in properties.Arguments)
        {
            RuntimeArgument argument = new(declared.Name, declared.Property.PropertyType, declared.IsOutput ? ArgumentDirection.Out : ArgumentDirection.In);
            ActivityProperties.TryGetValue(declared.Name, out Argument? bound);
            metadata.Bind(bound?.ArgumentType == declared.Property.PropertyType ? bound : null, argument);
            arguments.Add(argument);
        }

        metadata.SetArgumentsCollection(arguments);
        foreach (string found in properties.Check(ActivityProperties, ActivityMetaProperties))
        {
            metadata.AddValidationError($"'{DisplayName}' {found}.");
        }

        if (!metadata.HasViolations)
        {
            Define(metadata, properties, arguments);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        InteropRun run = _definition!.New(context, _onResumed);
        InteropInstance instance = InstanceOf(context);
        instance.Update(context.ActivityInstanceId, run);
        instance.Connect(context);
        RunAndWait(context, run, static (context, run) => run.Start(context));
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (Find(context) is { } run)
        {
            RunAndWait(context, run, static (context, run) => run.Cancel(context));
        }
    }

    /// <inheritdoc/>
    protected override void Abort(NativeActivityAbortContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        InteropInstance instance = InstanceOf(context);
        if (instance.Find(context.ActivityInstanceId) is { } run)
        {
            run.Abort(context);
            instance.Update(context.ActivityInstanceId, run);
        }
        else if (instance.TakeSaved(context.ActivityInstanceId) is { } save)
        {
            foreach (Bookmark bookmark in save.Bookmarks.Cast<Bookmark>())
            {
                context.GetExtension<TimerExtension>()?.CancelTimer(bookmark);
            }
        }
    }

    private static InteropInstance InstanceOf(ActivityContext context) => context.GetRequiredExtension<InteropInstance>();

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        if (Find(context) is { } run)
        {
            RunAndWait(context, run, (context, run) => run.Resume(context, bookmark.Name, value));
        }
    }

    private void OnSaved(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (Find(context) is { } run)
        {
            RunAndWait(context, run, static (context, run) => run.Continue(context));
        }
    }

    private void OnCommitted(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        if (Find(context) is { } run)
        {
            RunAndWait(context, run, static (context, run) => run.Continue(context));
        }
    }

    private void OnTransaction(NativeActivityTransactionContext context, object? state)
    {
        if (Find(context) is { } run)
        {
            CommittableTransaction transaction = run.NewTransaction();
            context.SetRuntimeTransaction(transaction);
            RunAndWait(context, run, (context, run) => run.ContinueIn(context, transaction));
        }
    }

    /// <summary>
    /// Returns the run of this activity, and loads the run if it was saved. If the saved state is damaged, aborts the instance, so that the store keeps the
    /// state unchanged.
    /// </summary>
    private InteropRun? Find(NativeActivityContext context)
    {
        InteropInstance instance = InstanceOf(context);
        if (instance.Find(context.ActivityInstanceId) is { } live)
        {
            return live;
        }

        if (instance.TakeSaved(context.ActivityInstanceId) is not { } save)
        {
            return null;
        }

        try
        {
            InteropRun run = _definition!.Restore(context, save, _onResumed);
            instance.Connect(context);
            instance.Update(context.ActivityInstanceId, run);
            return run;
        }
        catch (SnapshotException exception)
        {
            context.Abort(exception);
            return null;
        }
    }

    private void RunAndWait(NativeActivityContext context, InteropRun run, Action<NativeActivityContext, InteropRun> call)
    {
        // The count detects a pause that began during this call: an earlier pause has its operation already.
        long pauses = run.Pauses;
        try
        {
            call(context, run);
            if (!run.IsEnded && run.Pauses > pauses)
            {
                Wait(context, run);
            }
        }
        catch
        {
            run.Fail(context);
            throw;
        }
        finally
        {
            InstanceOf(context).Update(context.ActivityInstanceId, run);
        }

        if (run.IsCanceled)
        {
            context.MarkCanceled();
        }
    }

    /// <summary>Starts the operation for which the run pauses: a save, the commit of the transaction, or a new transaction.</summary>
    private void Wait(NativeActivityContext context, InteropRun run)
    {
        RuntimeTransactionHandle handle = _handle.Get(context);
        switch (run.Pause)
        {
            case InteropPause.Save:
                context.ScheduleActivity(_persist, _onSaved);
                break;
            case InteropPause.Commit:
                handle.CompleteTransaction(context, _onCommitted);
                break;
            default:
                if (!ReferenceEquals(context.Properties.Find(handle.ExecutionPropertyName), handle))
                {
                    context.Properties.Add(handle.ExecutionPropertyName, handle);
                }

                handle.RequestTransactionContext(context, _onTransaction, null);
                break;
        }
    }

    private void Define(NativeActivityMetadata metadata, InteropProperties properties, Collection<RuntimeArgument> arguments)
    {
        Dictionary<string, Argument> bound = new(ActivityProperties);
        InteropArgumentBinding[] bindings =
        [
            .. properties.Arguments.Zip(arguments)
                .Where(pair => bound.ContainsKey(pair.First.Name))
                .Select(static pair => new InteropArgumentBinding(pair.First, pair.Second))
        ];
        Dictionary<string, object?> metas = new(ActivityMetaProperties);
        InteropDefinition definition = new(DisplayName, ActivityType!, bindings, root => properties.SetMetas(root, metas));
        foreach (string found in definition.Problems())
        {
            metadata.AddValidationError($"'{DisplayName}' cannot run '{ActivityType}': {found}");
        }

        _definition = definition;
    }
}
