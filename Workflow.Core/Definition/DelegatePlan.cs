namespace Workflow.Definition;

/// <summary>The plan of one delegate of a frozen program; indexed by the delegate's number.</summary>
internal struct DelegatePlan
{
    public ActivityDelegate Delegate;

    /// <summary>The number of the declaring activity.</summary>
    public int Owner;

    /// <summary>The number of the handler; -1 for none.</summary>
    public int Handler;

    /// <summary>The slots of the delegate's arguments, as an index into <see cref="Program.Shapes"/>.</summary>
    public int Shape;

    public long ScopeId;

    /// <summary>The slots of out arguments, which start with the default value; null for none.</summary>
    public int[]? ClearedAtStart;

    /// <summary>The slots whose values may keep other objects alive; null for none.</summary>
    public int[]? ClearedAtEnd;

    public ChildRelation Relation;
}
