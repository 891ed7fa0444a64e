using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The changes of the definition that an instance saves. The constructor of the workflow creates the rest of the definition.</summary>
internal static class SavedChanges
{
    /// <summary>Applies the changes of saved state to a new tree.</summary>
    /// <exception cref="StateDamageException">The changes are damaged, or do not fit.</exception>
    public static void Apply(IEnumerable<byte[]> changes, CompositeActivity root, ExternalReferences references)
    {
        DefinitionParts definition = DefinitionParts.Of(root)!;
        definition.FreezeOriginal();
        foreach (byte[] bytes in changes)
        {
            DefinitionChange change = ChangeReader.Read(bytes, root, references);
            change.Apply();
            root.Runtime.Origin = DefinitionHistory.Of(root)!.With(bytes, references, change.Removed);
            definition.Add(root, change.Added);
        }

        ValidationErrorCollection errors;
        try
        {
            errors = TreeValidation.Validate(root);
        }
        catch (Exception exception)
        {
            // New activities from saved state can have any values, so code that checks them can throw.
            throw new StateDamageException($"The changes of the saved workflow cannot be checked: {exception.Message}", exception);
        }

        if (errors.HasErrors)
        {
            throw new StateDamageException($"The changes of the saved workflow are not valid: {errors[0].ErrorText}");
        }
    }
}
