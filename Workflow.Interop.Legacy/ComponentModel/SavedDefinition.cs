namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The objects of a definition to which the saved state of an instance refers. The folder of saved state implements it.</summary>
internal abstract class SavedDefinition;
