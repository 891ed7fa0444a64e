using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace LegacyOrders.Tests.Porting;

/// <summary>
/// The types and members that the sample uses, from its compilation against the declarations of WF3. The form is 'Type' or 'Type.Member', without namespaces.
/// </summary>
internal static class UsedNames
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static IReadOnlySet<string> OfSample { get; } = Collect(Assembly.Load("LegacyOrders.Wf3"));

    private static HashSet<string> Collect(Assembly assembly)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        using (PEReader file = new(File.OpenRead(assembly.Location)))
        {
            AddReferences(file.GetMetadataReader(), names);
        }

        foreach (Type type in assembly.GetTypes())
        {
            AddAttributes(type, names);
            foreach (MemberInfo member in type.GetMembers(Declared))
            {
                AddAttributes(member, names);
                if (member is MethodInfo method && method.GetBaseDefinition().DeclaringType is { } declaring && declaring != type)
                {
                    names.Add($"{declaring.Name}.{method.Name}");
                }
            }
        }

        return names;
    }

    private static void AddReferences(MetadataReader reader, HashSet<string> names)
    {
        foreach (TypeReferenceHandle handle in reader.TypeReferences)
        {
            names.Add(reader.GetString(reader.GetTypeReference(handle).Name));
        }

        foreach (MemberReference member in reader.MemberReferences.Select(reader.GetMemberReference).Where(
            static member => member.Parent.Kind == HandleKind.TypeReference))
        {
            names.Add($"{reader.GetString(reader.GetTypeReference((TypeReferenceHandle)member.Parent).Name)}.{reader.GetString(member.Name)}");
        }
    }

    /// <summary>Adds the types that attributes name. The assembly stores them as strings.</summary>
    private static void AddAttributes(MemberInfo member, HashSet<string> names) =>
        names.UnionWith(
            member.GetCustomAttributesData()
                .SelectMany(static attribute => attribute.ConstructorArguments)
                .Select(static argument => argument.Value)
                .OfType<Type>()
                .Select(static type => type.Name));
}
