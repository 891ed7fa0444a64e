using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// The contexts in which arguments and defaults are evaluated, of activities that are no code activities. They are the executor's: one for each frame would be 40
/// bytes of each idle activity with variables.
/// </summary>
/// <remarks>Nothing that evaluates leads to another evaluation of the same executor, so that one at most is open.</remarks>
internal sealed class EvaluationContexts
{
    /// <summary>How many take turns: an expression finds a context that one before it kept disposed (rule 1.11).</summary>
    private const int Turns = 4;

    private readonly ActivityContext?[] _contexts = new ActivityContext?[Turns];

    /// <summary>Whose turn it was last. It stays below <see cref="Turns"/>: an executor serves instances for as long as the process runs, and a count of all evaluations would overflow.</summary>
    private int _turn;

    /// <summary>Opens a context, which sees the chain of scopes.</summary>
    public ActivityContext Open(Frame frame)
    {
        _turn = (_turn + 1) & (Turns - 1);
        ActivityContext context = _contexts[_turn] ??= new ActivityContext(frame);
        context.MoveTo(frame);
        context.IsActive = true;
        context.SeesChain = true;
        return context;
    }

    /// <summary>Closes the context of an evaluation that has failed.</summary>
    public void Close() => _contexts[_turn]?.IsActive = false;

    /// <summary>Drops the references to the instance that leaves the executor.</summary>
    public void Leave()
    {
        foreach (ActivityContext? context in _contexts)
        {
            context?.Leave();
        }
    }
}
