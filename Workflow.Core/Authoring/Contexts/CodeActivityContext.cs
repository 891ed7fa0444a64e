namespace Workflow;

/// <summary>What a code activity sees of the run it is part of.</summary>
/// <inheritdoc cref="ActivityContext" path="/remarks"/>
public class CodeActivityContext : ActivityContext
{
    internal CodeActivityContext(ExecutionPort port, ActivityInstance instance)
        : base(port, instance)
    {
    }

    /// <summary>
    /// Ends the activity with an exception that nobody threw: the cheap way out for an activity whose result is a fault.
    /// It takes effect when the method returns, exactly as if the method had ended by throwing it.
    /// </summary>
    internal void Fault(Exception exception) => Port.Fault(exception);
}
