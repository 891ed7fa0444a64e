using Workflow.Data;

namespace Workflow;

/// <summary>
/// The control flow of a shipped activity that runs one child at a time, said so that the engine can follow it without
/// callbacks: which child comes next. The activity's own methods say the same through the public door, and run instead
/// whenever something could see the difference; the two are compared by a randomized test.
/// </summary>
internal abstract class StepProgram
{
    /// <summary>The delegate whose handler <see cref="Next"/> yields; null when it yields children.</summary>
    public virtual ActivityDelegate? Delegate => null;

    /// <summary>Called when the tree has been walked: from now on the activities' targets are known.</summary>
    public abstract void Bind();

    /// <summary>What to run next; null: nothing follows. First asked when the arguments and variables are filled.</summary>
    /// <param name="self">The running instance; its <see cref="ActivityInstance.Position"/> is free for use and starts at 0.</param>
    /// <param name="result">The result of the child that just ended, if that is a <see cref="bool"/>; false otherwise.</param>
    public abstract StepTarget? Next(ActivityInstance self, bool result);

    /// <summary>Fills the delegate's arguments for the handler that <see cref="Next"/> yielded.</summary>
    public virtual void Fill(ActivityInstance self, LocationEnvironment? arguments)
    {
    }

    /// <summary>Called instead of <see cref="Next"/> when the instance is being canceled: nothing follows any more.</summary>
    /// <returns>Whether something would have followed; then the instance ends canceled.</returns>
    public virtual bool Suppress(ActivityInstance self, bool result) => Next(self, result) is not null;

    /// <summary>
    /// What the activity's own methods would have set when they scheduled the child that runs now. A save writes that, so that saved state does not depend on which of the two ran.
    /// </summary>
    public abstract StepState Describe(ActivityInstance self);

    /// <summary>The variable of <see cref="StepState.Slot"/>, which means nothing when the activity has ended; null: there is none.</summary>
    public virtual Variable? FindVariable(Activity activity) => null;

    /// <summary>The reverse: the <see cref="ActivityInstance.Position"/> at which <paramref name="child"/> runs, by the activity's variables; -1 when they do not go with that child.</summary>
    public abstract int FindPosition(ActivityInstance self, Activity child);

    /// <summary>Where the activity's own methods are while a child runs.</summary>
    /// <param name="Kind">How the completion of the child is reported.</param>
    /// <param name="OnCompleted">The callback; null: none.</param>
    /// <param name="Slot">The slot of the variable in which the activity keeps the place of the child; -1: it keeps none.</param>
    /// <param name="Value">The value of that variable.</param>
    internal readonly record struct StepState(CompletionKind Kind, Delegate? OnCompleted, int Slot = -1, int Value = 0);
}
