namespace Workflow;

/// <summary>
/// The target of a step: the part of the frozen plan of an activity that steps need. Steps refer to the target and not to the activity, to avoid access
/// to the activity object: in a deep tree each access costs a cache line.
/// </summary>
internal abstract class ControlFlowTarget
{
    /// <summary>The control flow that the engine runs without callbacks; null for none.</summary>
    public ControlFlowProgram? Steps;

    /// <summary>The delegate whose handler the steps run; null if they run children.</summary>
    public ActivityDelegate? StepDelegate;

    /// <summary>The activity's number in the program.</summary>
    public int Number;

    /// <summary>The slots of the activity's environment, as an index into the program's shapes; 0 for none.</summary>
    public int Shape;

    /// <summary>The flags of the derived class. They are declared here because each step reads them.</summary>
    protected byte Bits;

    public ActivityKind Kind;

    public ChildRelation Relation;
}
