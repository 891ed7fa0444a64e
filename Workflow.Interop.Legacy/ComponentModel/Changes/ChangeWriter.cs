using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes the changes of an application in the saved format, which <see cref="ChangeReader"/> reads.</summary>
internal static class ChangeWriter
{
    /// <summary>Writes changes for the tree of an instance.</summary>
    /// <exception cref="InvalidOperationException">The changes were applied before, the instance has another definition, or a value cannot be
    /// saved.</exception>
    /// <exception cref="WorkflowValidationFailedException">The modified workflow is not valid.</exception>
    public static byte[] Write(WorkflowChanges changes, CompositeActivity root, ExternalReferences references)
    {
        changes.CheckFits(root);
        TransientTree tree = changes.Tree;
        tree.Complete();
        ValidationErrorCollection errors = changes.Validate();
        if (errors.HasErrors)
        {
            throw TreeValidation.Failed(tree.Root, errors);
        }

        LivePositions positions = LivePositions.OfChange(tree.Known, [[.. ActivityNames.Tree(root)], changes.Given], tree.Added());
        StateBuffers buffers = StateBuffers.Rent(references.Types);
        try
        {
            return new ActivityStateWriter(positions, DefinitionParts.None, references, root, buffers).WriteChange(tree.Root, tree.Known.Count);
        }
        finally
        {
            buffers.Return();
        }
    }
}
