namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What the runtime saves of an instance besides its activities. The runtime derives from it.</summary>
[Serializable]
internal abstract class RunImage;
