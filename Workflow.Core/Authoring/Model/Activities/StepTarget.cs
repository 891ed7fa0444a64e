namespace Workflow;

/// <summary>
/// Where a step leads: the frozen plan of an activity, as far as it is needed to follow steps. Steps hold it and not the activity,
/// whose object then is not touched on the way: of a deep tree each object that is touched costs a cache line.
/// </summary>
internal abstract class StepTarget
{
    /// <summary>Control flow that the engine follows without callbacks; null for none.</summary>
    public StepProgram? Steps;

    /// <summary>The delegate whose handler the steps run; null when they run children.</summary>
    public ActivityDelegate? StepDelegate;

    /// <summary>The activity's number in the program.</summary>
    public int Number;

    /// <summary>Which slots its environment has, as an index into the program's shapes; 0 for none.</summary>
    public int Shape;

    /// <summary>What the derived class knows as its flags; here, because each step asks for them.</summary>
    protected byte Bits;

    public ActivityKind Kind;

    public ChildRelation Relation;
}
