using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The steps of an instance in their order. While a transaction scope runs, only its steps run, and the others wait.</summary>
internal sealed class StepQueue
{
    private readonly Queue<QueuedStep> _steps = new();
    private readonly Queue<QueuedStep> _waiting = new();
    private Activity? _scope;

    public int Count => _steps.Count + _waiting.Count;

    // The waiting steps are older than the scope whose steps run now.
    public QueuedStep[] All => [.. _waiting, .. _steps];

    /// <summary>The running transaction scope, or null.</summary>
    public Activity? Scope
    {
        get => _scope;
        set
        {
            _scope = value;
            Replace(All);
        }
    }

    public void Add(QueuedStep step) => (IsInScope(step.BelongsTo) ? _steps : _waiting).Enqueue(step);

    public bool TryTake([NotNullWhen(true)] out QueuedStep? step) => _steps.TryDequeue(out step);

    public void Replace(QueuedStep[] steps)
    {
        _steps.Clear();
        _waiting.Clear();
        Array.ForEach(steps, Add);
    }

    private bool IsInScope(Activity? activity)
    {
        while (_scope is not null && activity is not null && !ReferenceEquals(activity, _scope))
        {
            activity = activity.Parent;
        }

        return activity is not null;
    }
}
