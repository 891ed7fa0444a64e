using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// The contexts in which arguments and defaults are evaluated, for activities other than code activities. They belong to the executor, because a context for
/// each frame would take 40 bytes of each idle activity with variables.
/// </summary>
/// <remarks>An evaluation never leads to another evaluation of the same executor, so at most one context is open.</remarks>
internal sealed class EvaluationContexts
{
    /// <summary>
    /// The number of contexts used in rotation, so that a context that an expression kept is disposed while the next expression is evaluated (rule 1.11).
    /// </summary>
    private const int RotationSize = 4;

    private readonly ActivityContext?[] _contexts = new ActivityContext?[RotationSize];

    /// <summary>
    /// The index of the context used last. It stays below <see cref="RotationSize"/>: an executor serves instances for as long as the process runs, and a
    /// counter of all evaluations would overflow.
    /// </summary>
    private int _rotation;

    /// <summary>Opens a context, which can read all surrounding scopes.</summary>
    public ActivityContext Open(Frame frame)
    {
        _rotation = (_rotation + 1) & (RotationSize - 1);
        ActivityContext context = _contexts[_rotation] ??= new ActivityContext(frame);

        // Moved while it is closed: an expression that kept the context gets an exception from it, and not the values of another activity.
        context.MoveTo(frame);
        context.IsActive = true;
        context.SeesOuterScopes = true;
        return context;
    }

    /// <summary>Closes the context of a failed evaluation.</summary>
    public void Close() => _contexts[_rotation]?.IsActive = false;

    /// <summary>Drops the references to the instance that leaves the executor.</summary>
    public void Leave()
    {
        foreach (ActivityContext? context in _contexts)
        {
            context?.Leave();
        }
    }
}
