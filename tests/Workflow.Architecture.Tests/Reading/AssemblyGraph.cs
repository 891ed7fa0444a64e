using System.Collections.Concurrent;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>The types of a built assembly with the folders of their sources (from the PDB), and the mentions of one type by another.</summary>
internal sealed class AssemblyGraph
{
    /// <summary>The graphs that were read. Each test reads an assembly through this cache.</summary>
    private static readonly ConcurrentDictionary<string, Lazy<AssemblyGraph>> Graphs = [];

    private AssemblyGraph(
        IReadOnlyList<TypeNode> types, IReadOnlyList<Dependency> dependencies, IReadOnlyList<string> packageUses,
        IReadOnlyList<InterfaceUse> interfaces, IReadOnlyList<string> references, IReadOnlyList<UntypedField> untypedFields)
    {
        Types = types;
        Dependencies = dependencies;
        PackageUses = packageUses;
        Interfaces = interfaces;
        References = references;
        UntypedFields = untypedFields;
    }

    public static AssemblyGraph Core => Of("Workflow.Core");

    public IReadOnlyList<TypeNode> Types { get; }

    public IReadOnlyList<Dependency> Dependencies { get; }

    /// <summary>A text 'Folder: Type -> Assembly' for each use of an assembly outside the shared framework.</summary>
    public IReadOnlyList<string> PackageUses { get; }

    public IReadOnlyList<InterfaceUse> Interfaces { get; }

    /// <summary>The names of the referenced assemblies that are not in the shared framework.</summary>
    public IReadOnlyList<string> References { get; }

    public IReadOnlyList<UntypedField> UntypedFields { get; }

    /// <summary>Returns the graph of an assembly, which is read only once.</summary>
    public static AssemblyGraph Of(string name) => Graphs.GetOrAdd(name, static key => new Lazy<AssemblyGraph>(() => Read(key))).Value;

    /// <summary>Reads NAME.dll and NAME.pdb in the folder of the running tests. The sources of the assembly must be in a folder NAME.</summary>
    public static AssemblyGraph Read(string name)
    {
        string path = Path.Combine(AppContext.BaseDirectory, name);
        using PEReader image = new(File.OpenRead(path + ".dll"));
        using MetadataReaderProvider pdb = MetadataReaderProvider.FromPortablePdbStream(File.OpenRead(path + ".pdb"));
        MetadataReader metadata = image.GetMetadataReader();
        SourceDocuments documents = new(metadata, pdb.GetMetadataReader(), name);

        Dictionary<TypeDefinitionHandle, TypeNode> nodes = [];
        foreach (TypeDefinitionHandle handle in metadata.TypeDefinitions)
        {
            TypeDefinition type = metadata.GetTypeDefinition(handle);
            IReadOnlyList<Place> places = type.IsNested ? [] : documents.PlacesOf(handle);
            if (places.Count > 0)
            {
                nodes[handle] = new TypeNode(NameOf(metadata, handle), type.Attributes.HasFlag(TypeAttributes.Public), places);
            }
        }

        HashSet<Dependency> dependencies = [];
        HashSet<string> packageUses = [];
        foreach ((TypeDefinitionHandle handle, TypeNode from) in nodes)
        {
            TypeMentions mentions = TypeMentions.Of(image, metadata, handle);
            dependencies.UnionWith(mentions.Definitions
                .Where(to => to != handle && nodes.ContainsKey(to))
                .Select(to => new Dependency(from.Name, from.Place, nodes[to].Name, nodes[to].Place)));
            packageUses.UnionWith(mentions.Assemblies.Where(IsPackage).Select(to => $"{from.Place}: {from.Name} -> {to}"));
        }

        return new AssemblyGraph(
            [.. nodes.Values.OrderBy(node => node.Name, StringComparer.Ordinal)],
            [.. dependencies.OrderBy(dependency => dependency.ToString(), StringComparer.Ordinal)],
            [.. packageUses.Order(StringComparer.Ordinal)],
            InterfacesOf(metadata),
            [.. metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name)).Where(IsPackage)],
            [.. nodes.SelectMany(node => UntypedField.Of(metadata, node.Key, node.Value.Name, node.Value.Place))]);
    }

    private static bool IsPackage(string assembly) =>
        !File.Exists(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, assembly + ".dll"));

    private static List<InterfaceUse> InterfacesOf(MetadataReader metadata)
    {
        Dictionary<TypeDefinitionHandle, SortedSet<string>> implementers = metadata.TypeDefinitions
            .Where(handle => metadata.GetTypeDefinition(handle).Attributes.HasFlag(TypeAttributes.Interface))
            .ToDictionary(handle => handle, _ => new SortedSet<string>(StringComparer.Ordinal));
        foreach (TypeDefinitionHandle handle in metadata.TypeDefinitions)
        {
            TypeDefinition type = metadata.GetTypeDefinition(handle);
            if (type.Attributes.HasFlag(TypeAttributes.Interface))
            {
                continue;
            }

            foreach (InterfaceImplementationHandle implementation in type.GetInterfaceImplementations())
            {
                EntityHandle target = TypeMentions.OpenType(metadata, metadata.GetInterfaceImplementation(implementation).Interface);
                if (target.Kind == HandleKind.TypeDefinition && implementers.TryGetValue((TypeDefinitionHandle)target, out SortedSet<string>? known))
                {
                    known.Add(NameOf(metadata, handle));
                }
            }
        }

        return
        [
            .. implementers.Select(entry => new InterfaceUse(NameOf(metadata, entry.Key), [.. entry.Value])).OrderBy(use => use.Name, StringComparer.Ordinal)
        ];
    }

    private static string NameOf(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        TypeDefinition type = metadata.GetTypeDefinition(handle);
        string name = metadata.GetString(type.Name);
        if (type.IsNested)
        {
            return $"{NameOf(metadata, type.GetDeclaringType())}+{name}";
        }

        return type.Namespace.IsNil ? name : $"{metadata.GetString(type.Namespace)}.{name}";
    }
}
