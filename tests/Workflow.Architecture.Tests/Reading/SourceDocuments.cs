using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>Finds the source files of a type in a portable PDB, relative to the folder of the project.</summary>
internal sealed class SourceDocuments(MetadataReader assembly, MetadataReader symbols, string projectFolder)
{
    private static readonly Guid TypeDefinitionDocuments = new("932E74BC-DBA9-4478-8D46-0F32A7BAB3D3");

    /// <summary>Returns the folders of the sources of a type; none if only the compiler or a generator wrote the type.</summary>
    public IReadOnlyList<Place> PlacesOf(TypeDefinitionHandle type) =>
        [.. PathsOf(type).Distinct().Order(StringComparer.Ordinal).Select(Place.Of).Distinct()];

    private IEnumerable<string> PathsOf(TypeDefinitionHandle type) => BodiesOf(type).Concat(DeclarationsOf(type))
        .Select(document => PathIn(symbols.GetString(symbols.GetDocument(document).Name)))
        .OfType<string>()
        .Concat(assembly.GetTypeDefinition(type).GetNestedTypes().SelectMany(PathsOf));

    private IEnumerable<DocumentHandle> BodiesOf(TypeDefinitionHandle type)
    {
        foreach (MethodDefinitionHandle method in assembly.GetTypeDefinition(type).GetMethods())
        {
            MethodDebugInformation body = symbols.GetMethodDebugInformation(method);
            if (!body.Document.IsNil)
            {
                yield return body.Document;
            }
            else
            {
                foreach (SequencePoint point in body.GetSequencePoints())
                {
                    yield return point.Document;
                }
            }
        }
    }

    /// <summary>Returns the files of a type without method bodies (interface, enum, delegate), which the PDB has in a separate record.</summary>
    private List<DocumentHandle> DeclarationsOf(TypeDefinitionHandle type)
    {
        List<DocumentHandle> documents = [];
        foreach (CustomDebugInformationHandle handle in symbols.GetCustomDebugInformation(type))
        {
            CustomDebugInformation information = symbols.GetCustomDebugInformation(handle);
            if (symbols.GetGuid(information.Kind) == TypeDefinitionDocuments)
            {
                BlobReader blob = symbols.GetBlobReader(information.Value);
                while (blob.RemainingBytes > 0)
                {
                    documents.Add(MetadataTokens.DocumentHandle(blob.ReadCompressedInteger()));
                }
            }
        }

        return documents;
    }

    private string? PathIn(string document)
    {
        string path = document.Replace('\\', '/');
        string folder = $"/{projectFolder}/";
        int start = path.LastIndexOf(folder, StringComparison.Ordinal);
        string? relative = start < 0 ? null : path[(start + folder.Length)..];
        return relative is null || relative.StartsWith("obj/", StringComparison.Ordinal) ? null : relative;
    }
}
