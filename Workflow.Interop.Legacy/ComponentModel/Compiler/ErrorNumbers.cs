namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>The WF3 numbers of the kinds of validation errors.</summary>
internal static class ErrorNumbers
{
    public const int CorrelationTokenNotSet = 0x109;
    public const int PropertyNotSet = 0x116;
    public const int BindToUnknownRelative = 0x128;
    public const int BindToUnknownActivity = 0x129;
    public const int BindToUnknownMember = 0x12C;
    public const int IfElseWithoutBranch = 0x50C;
    public const int IfElseWithOtherChild = 0x50D;
    public const int IfElseBranchOutside = 0x50E;
    public const int EventDrivenOutside = 0x510;
    public const int EventDrivenEmpty = 0x511;
    public const int EventDrivenWithoutEvent = 0x512;
    public const int ListenWithFewBranches = 0x513;
    public const int ListenWithOtherChild = 0x514;
    public const int ParallelWithFewBranches = 0x517;
    public const int ParallelWithOtherChild = 0x518;
    public const int FaultHandlerOutside = 0x519;
    public const int FaultTypeIsNoException = 0x51A;
    public const int FaultHandlersWithOtherChild = 0x51E;
    public const int FaultHandlersOfOneType = 0x520;
    public const int FaultHandlersInWrongOrder = 0x521;
    public const int UnknownContractMember = 0x528;
    public const int UnreachableAction = 0x54C;
    public const int DuplicateName = 0x602;
    public const int WhileWithoutOneChild = 0x60B;
    public const int BindToUnknownFirstMember = 0x60D;
    public const int BindWithoutName = 0x613;
}
