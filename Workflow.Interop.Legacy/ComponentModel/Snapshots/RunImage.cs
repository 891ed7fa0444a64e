namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The data that the runtime saves for an instance in addition to its activities. The runtime derives from this class.</summary>
[Serializable]
internal abstract class RunImage;
