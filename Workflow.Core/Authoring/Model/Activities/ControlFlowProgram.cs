using Workflow.Data;

namespace Workflow;

/// <summary>
/// The control flow of a shipped activity that runs one child at a time, in a form that the engine can run without callbacks: <see cref="Next"/>
/// returns the next child. The methods of the activity implement the same control flow with public members; the engine uses them if code could
/// observe the difference. A randomized test compares the two.
/// </summary>
internal abstract class ControlFlowProgram
{
    /// <summary>The delegate whose handler <see cref="Next"/> returns; null when it returns children.</summary>
    public virtual ActivityDelegate? Delegate => null;

    /// <summary>Called when the tree has been walked and the targets of the activities are set.</summary>
    public abstract void Bind();

    /// <summary>Returns the next step; null if there is none. First called when the arguments and variables have their values.</summary>
    /// <param name="self">The running instance. The step program can use its <see cref="ActivityInstance.Position"/>, which starts at 0.</param>
    /// <param name="result">The result of the last child if it is a <see cref="bool"/>; false otherwise.</param>
    public abstract ControlFlowTarget? Next(ActivityInstance self, bool result);

    /// <summary>Sets the arguments of the delegate for the handler that <see cref="Next"/> returned.</summary>
    public virtual void Fill(ActivityInstance self, LocationEnvironment? arguments)
    {
    }

    /// <summary>Called instead of <see cref="Next"/> when the instance is being canceled and must not continue.</summary>
    /// <returns>True if there would be another step; the instance then ends as canceled.</returns>
    public virtual bool Suppress(ActivityInstance self, bool result) => Next(self, result) is not null;

    /// <summary>
    /// Returns the state that the methods of the activity would have set when they scheduled the running child. A save writes this state, so that saved
    /// state does not depend on which of the two implementations ran.
    /// </summary>
    public abstract StepState Describe(ActivityInstance self);

    /// <summary>Returns the variable of <see cref="StepState.Slot"/>, which is unused when the activity has ended; null if there is none.</summary>
    public virtual Variable? FindVariable(Activity activity) => null;

    /// <summary>
    /// Reverses <see cref="Describe"/>: returns the <see cref="ActivityInstance.Position"/> at which <paramref name="child"/> runs, from the variables of
    /// the activity; -1 if the variables do not fit the child.
    /// </summary>
    public abstract int FindPosition(ActivityInstance self, Activity child);

    /// <summary>The state of the activity's own methods while a child runs.</summary>
    /// <param name="Kind">The form in which the completion of the child is reported.</param>
    /// <param name="OnCompleted">The callback; null for none.</param>
    /// <param name="Slot">The slot of the variable with the position of the child; -1 for none.</param>
    /// <param name="Value">The value of that variable.</param>
    internal readonly record struct StepState(CompletionKind Kind, Delegate? OnCompleted, int Slot = -1, int Value = 0);
}
