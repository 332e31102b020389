const pageFields = 'pageInfo { hasNextPage endCursor hasPreviousPage startCursor }';
const achievement = 'id name description avatarUrl createdAt updatedAt';
const person = 'id username name webUrl';
const award = `
    id
    createdAt
    revokedAt
    showOnProfile
    priority
    achievement { id name description avatarUrl }
    user { ${person} }
    awardedByUser { username name }
    revokedByUser { username name }`;

export const listDocument = `
query Achievements($fullPath: ID!, $ids: [AchievementsAchievementID!], $first: Int, $after: String, $last: Int, $before: String) {
  namespace(fullPath: $fullPath) {
    achievements(ids: $ids, first: $first, after: $after, last: $last, before: $before) {
      ${pageFields}
      nodes { ${achievement} }
    }
  }
}`;

export const recipientsDocument = `
query AchievementAwards(
  $fullPath: ID!, $ids: [AchievementsAchievementID!], $first: Int, $after: String, $last: Int, $before: String
) {
  namespace(fullPath: $fullPath) {
    achievements(ids: $ids) {
      nodes {
        userAchievements(first: $first, after: $after, last: $last, before: $before) {
          ${pageFields}
          nodes {${award}
          }
        }
      }
    }
  }
}`;

export const uniqueUsersDocument = `
query AchievementUsers(
  $fullPath: ID!, $ids: [AchievementsAchievementID!], $first: Int, $after: String, $last: Int, $before: String
) {
  namespace(fullPath: $fullPath) {
    achievements(ids: $ids) {
      nodes {
        uniqueUsers(first: $first, after: $after, last: $last, before: $before) {
          ${pageFields}
          nodes { ${person} }
        }
      }
    }
  }
}`;

export const ofUserDocument = `
query AchievementsOfUser($username: String!, $includeHidden: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
  user(username: $username) {
    userAchievements(includeHidden: $includeHidden, first: $first, after: $after, last: $last, before: $before) {
      ${pageFields}
      nodes {${award}
      }
    }
  }
}`;

export const createDocument = `
mutation CreateAchievement($input: AchievementsCreateInput!) {
  achievementsCreate(input: $input) { errors achievement { ${achievement} } }
}`;

export const updateDocument = `
mutation UpdateAchievement($input: AchievementsUpdateInput!) {
  achievementsUpdate(input: $input) { errors achievement { ${achievement} } }
}`;

export const deleteDocument = `
mutation DeleteAchievement($input: AchievementsDeleteInput!) {
  achievementsDelete(input: $input) { errors achievement { ${achievement} } }
}`;

export const awardDocument = `
mutation AwardAchievement($input: AchievementsAwardInput!) {
  achievementsAward(input: $input) { errors userAchievement {${award}
  } }
}`;

export const revokeDocument = `
mutation RevokeAchievement($input: AchievementsRevokeInput!) {
  achievementsRevoke(input: $input) { errors userAchievement {${award}
  } }
}`;

export const deleteAwardDocument = `
mutation DeleteUserAchievement($input: UserAchievementsDeleteInput!) {
  userAchievementsDelete(input: $input) { errors userAchievement { id } }
}`;

export const updateAwardDocument = `
mutation UpdateUserAchievement($input: UserAchievementsUpdateInput!) {
  userAchievementsUpdate(input: $input) { errors userAchievement {${award}
  } }
}`;

export const orderAwardsDocument = `
mutation OrderUserAchievements($input: UserAchievementPrioritiesUpdateInput!) {
  userAchievementPrioritiesUpdate(input: $input) { errors userAchievements {${award}
  } }
}`;
