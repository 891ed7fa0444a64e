extern alias WorkflowCore;
using System.Collections.ObjectModel;
using Workflow.Interop.Legacy;
using WorkflowCore::Workflow;

namespace Workflow.Statements;

/// <summary>Runs an activity of the package <c>Workflow.Interop.Legacy</c> inside a workflow.</summary>
/// <remarks>
/// <para>Public properties of the activity are arguments: a property <c>P</c> has an input <c>P</c> and an output <c>POut</c>, which <see cref="ActivityProperties"/> binds. An input
/// that is not bound leaves the property as the constructor of the activity set it. If an output of another property has the name <c>P</c>, or this class has such a property, the
/// input is <c>PIn</c>.</para>
/// <para>Queues of the activity are bookmarks with their names: a resumption brings an item. Delays use the <see cref="WorkflowCore::Workflow.Statements.TimerExtension"/> of the host. An exception
/// that no handler in the activity handles is an exception of this activity; so is that of a <see cref="Workflow.Interop.Legacy.ComponentModel.TerminateActivity"/>.</para>
/// <para>While the activity waits, the instance cannot be saved.</para>
/// </remarks>
public sealed class Interop : NativeActivity
{
    private readonly Variable<InteropRun?> _run = new("run");
    private readonly Variable<NoPersistHandle> _unsaved = new("unsaved");
    private readonly BookmarkCallback _onResumed;
    private InteropDefinition? _definition;

    /// <summary>Makes it without an activity.</summary>
    public Interop() => _onResumed = OnResumed;

    /// <summary>The type of the activity, which has to be set. It has a public constructor without parameters.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The arguments by their names. Empty by default.</summary>
    public IDictionary<string, Argument> ActivityProperties { get; } = new Dictionary<string, Argument>();

    /// <summary>Values of properties that are part of the activity's definition, such as <c>Name</c>, by the names of the properties. Empty by default.</summary>
    public IDictionary<string, object?> ActivityMetaProperties { get; } = new Dictionary<string, object?>();

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddImplementationVariable(_run);
        metadata.AddImplementationVariable(_unsaved);
        metadata.AddDefaultExtensionProvider(NewTimer);
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
        InteropDefinition definition = _definition!;

        // A legacy activity lives in the memory only.
        _unsaved.Get(context).Enter(context);
        InteropRun run = definition.Start(context, _onResumed);
        _run.Set(context, run);
        Settle(context, run);
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (_run.Get(context) is { } run)
        {
            run.Cancel(context);
            Settle(context, run);
        }
        else
        {
            context.MarkCanceled();
        }
    }

    /// <inheritdoc/>
    protected override void Abort(NativeActivityAbortContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        _run.Get(context)?.Abort(context);
    }

    private static WorkflowCore::Workflow.Statements.TimerExtension NewTimer() => new WorkflowCore::Workflow.Statements.DurableTimerExtension();

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        InteropRun run = _run.Get(context)!;
        run.Resume(context, bookmark.Name, value);
        Settle(context, run);
    }

    private static void Settle(NativeActivityContext context, InteropRun run)
    {
        if (run.IsCanceled)
        {
            context.MarkCanceled();
        }
    }

    private void Define(NativeActivityMetadata metadata, InteropProperties properties, Collection<RuntimeArgument> arguments)
    {
        Dictionary<string, Argument> bound = new(ActivityProperties);
        InteropArgumentBinding[] bindings =
            [.. properties.Arguments.Zip(arguments).Where(pair => bound.ContainsKey(pair.First.Name)).Select(static pair => new InteropArgumentBinding(pair.First, pair.Second))];
        Dictionary<string, object?> metas = new(ActivityMetaProperties);
        InteropDefinition definition = new(DisplayName, ActivityType!, bindings, root => properties.SetMetas(root, metas));
        foreach (string found in definition.Problems())
        {
            metadata.AddValidationError($"'{DisplayName}' cannot run '{ActivityType}': {found}");
        }

        _definition = definition;
    }
}
